import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilThere } from '../../shared/until-there.ts';
import { ChoiceButton } from './choice-button.tsx';
import type { DayChoice } from './use-search.ts';

const loadPopover = () => import('./day-popover.tsx');
const DayPopover = lazy(untilThere(loadPopover));

export type DayFilterProps = {
  readonly day: DayChoice | null;
  readonly onChange: (day: DayChoice | null) => void;
};

/** The day on which a ticket was created, or last changed. */
export const DayFilter = ({ day, onChange }: DayFilterProps) => {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const label = day ? labelOf(t, day) : t('tickets.filter.date');
  const button = { label, chosen: day !== null };
  if (wanted) {
    return (
      <Suspense fallback={<ChoiceButton {...button} />}>
        <DayPopover day={day} onChange={onChange} button={button} />
      </Suspense>
    );
  }
  return (
    <ChoiceButton
      {...button}
      onPointerEnter={() => void loadPopover()}
      onFocus={() => void loadPopover()}
      onClick={() => setWanted(true)}
    />
  );
};

const labelOf = (t: TFunction, { kind, day }: DayChoice): string => {
  const date = { day: day.split('-').reverse().join('/') };
  return kind === 'created' ? t('tickets.filter.createdOn', date) : t('tickets.filter.updatedOn', date);
};
