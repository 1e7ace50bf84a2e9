import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';
import { Openable, type ShownFigure } from './open-figure.tsx';

type Props = {
  readonly label: string;
  readonly value: ReactNode;
  /** What exactly is counted. */
  readonly definition?: string;
  /** What it opens, and how many rows that are. */
  readonly opens?: { readonly figure: ShownFigure; readonly count: number };
  readonly children?: ReactNode;
};

/** One figure, and what it means. */
export const FigureCard = ({ label, value, definition, opens, children }: Props) => (
  <section className={classes.card ?? ''} aria-label={label}>
    <div className={classes.cardHead}>
      <Text size="sm" c="dimmed" className={classes.cardLabel ?? ''}>
        {label}
      </Text>
      {definition && <Definition label={label} text={definition} />}
    </div>
    <div className={`figures ${classes.value}`}>
      {opens ? <Openable {...opens}>{value}</Openable> : value}
    </div>
    {children}
  </section>
);

/** Opens what a figure counts. */
export const Definition = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { t } = useTranslation();
  return (
    <Popover width={280} position="bottom-end" withArrow shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('dashboard.whatIs', { name: label })}
        >
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{text}</Text>
      </Popover.Dropdown>
    </Popover>
  );
};
