import { Badge, Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#contracts/local-date.ts';
import type { DashboardFilter } from '../../api/dashboard.ts';
import { narrowScreen } from '../../shared/narrow-screen.ts';
import { useFocusBack } from '../../shared/use-focus-back.ts';
import { ClockChoice } from './clock-choice.tsx';
import classes from './dashboard.module.css';
import { Narrowing, narrowedIn } from './narrowing.tsx';
import { PeriodForm } from './period-form.tsx';

type Props = {
  readonly filter: DashboardFilter;
  readonly onChange: (filter: DashboardFilter) => void;
};

/** Of when and of what the figures are; on phones behind one button, which says what is set. */
export const FilterBar = (props: Props) => {
  const isNarrow = useMediaQuery(narrowScreen) ?? false;
  return isNarrow ? (
    <Folded {...props} />
  ) : (
    <div className={classes.filters}>
      <Fields {...props} />
    </div>
  );
};

const Fields = ({ filter, onChange }: Props) => (
  <>
    <PeriodForm filter={filter} onChange={onChange} />
    <Narrowing filter={filter} onChange={onChange} />
    <ClockChoice filter={filter} onChange={onChange} />
  </>
);

const Folded = ({ filter, onChange }: Props) => {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const count = narrowedIn(filter).length;
  return (
    <div className={classes.folded}>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        rightSection={
          count > 0 && (
            <Badge size="sm" circle>
              {count}
            </Badge>
          )
        }
        onClick={() => setOpened(true)}
      >
        {t('dashboard.filter.open')}
      </Button>
      <span className={classes.shown}>
        {filter.days
          ? t('dashboard.filter.lastDays', { count: filter.days })
          : `${localDate(filter.date_from ?? '')} – ${localDate(filter.date_to ?? '')}`}
        {filter.time === 'business' && ` · ${t('dashboard.time.business')}`}
      </span>
      {opened && (
        <Sheet onClose={() => setOpened(false)}>
          <Fields
            filter={filter}
            onChange={next => {
              // A period is the last word; names can be several.
              if (
                next.days !== filter.days ||
                next.date_from !== filter.date_from ||
                next.date_to !== filter.date_to
              )
                setOpened(false);
              onChange(next);
            }}
          />
        </Sheet>
      )}
    </div>
  );
};

type SheetProps = { readonly onClose: () => void; readonly children: ReactNode };

const Sheet = ({ onClose, children }: SheetProps) => {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('dashboard.filter.open')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ body: classes.sheetBody ?? '' }}
      styles={{ content: { height: 'auto', maxHeight: '92dvh', borderRadius: '12px 12px 0 0' } }}
    >
      {children}
    </Drawer>
  );
};
