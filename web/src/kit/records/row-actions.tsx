import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './record-page.module.css';

/** What can be done with a row. */
export type RecordAction = {
  readonly label: string;
  readonly icon: Icon;
  readonly isDangerous?: boolean;
  /** Stands in a menu behind the buttons. */
  readonly isRare?: boolean;
  readonly run: () => void;
};

type Props = {
  readonly actions: readonly RecordAction[];
  readonly name: string;
  /** Whether the keyboard is at this row: only then does Tab come to its buttons. */
  readonly isAt: boolean;
};

export const RowActions = ({ actions, name, isAt }: Props) => {
  const rare = actions.filter(({ isRare }) => isRare);
  return (
    <>
      {actions
        .filter(({ isRare }) => !isRare)
        .map(({ label, icon: Picture, isDangerous = false, run }) => (
          <ActionIcon
            key={label}
            className={classes.action ?? ''}
            variant="subtle"
            color={isDangerous ? 'red' : 'gray'}
            size="lg"
            aria-label={`${label}: ${name}`}
            data-hint={label}
            tabIndex={isAt ? 0 : -1}
            onClick={run}
          >
            <Picture size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        ))}
      {rare.length > 0 && <RareActions {...{ actions: rare, name, isAt }} />}
    </>
  );
};

const RareActions = ({ actions, name, isAt }: Props) => {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.action ?? ''}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`${t('records.more')}: ${name}`}
          data-hint={t('records.more')}
          tabIndex={isAt ? 0 : -1}
        >
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Picture, isDangerous = false, run }) => (
          <Menu.Item
            key={label}
            leftSection={<Picture size={16} stroke={1.6} aria-hidden />}
            onClick={run}
            {...(isDangerous ? { color: 'red' } : {})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
