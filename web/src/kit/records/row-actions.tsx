import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './record-page.module.css';

/** What can be done with a row. */
export type RecordAction = {
  readonly label: string;
  readonly icon: Icon;
  readonly isDangerous?: boolean;
  readonly run: () => void;
};

type Props = {
  readonly actions: readonly RecordAction[];
  readonly name: string;
  /** Whether the keyboard is at this row: only then does Tab come to its buttons. */
  readonly isAt: boolean;
};

export const RowActions = ({ actions, name, isAt }: Props) =>
  actions.map(({ label, icon: Picture, isDangerous = false, run }) => (
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
  ));
