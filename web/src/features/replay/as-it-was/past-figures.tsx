import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PastOverview } from '#contracts/replay.ts';
import { userName } from '../../../shared/user-name.ts';
import classes from './as-it-was.module.css';

/** The counters of the instant, and where they come from. */
export const PastFigures = ({ overview }: { readonly overview: PastOverview }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const { waiting, menu, attending, closed } = overview.counters;
  return (
    <>
      <div className={classes.cards}>
        <Card label={t('dashboard.counters.supportPending')} value={number(waiting)}>
          {menu > 0 && t('replay.inMenu', { count: menu })}
        </Card>
        <Card label={t('dashboard.counters.supportHappening')} value={number(attending)} />
        <Card label={t('replay.closedThatDay')} value={number(closed)}>
          {t('replay.closedTwice')}
        </Card>
      </div>
      <div className={classes.tables}>
        <Figures title={t('replay.byQueue')} columns={['waiting', 'attending', 'closed']}>
          {overview.queues.map(({ queue, ...figures }) => (
            <Table.Tr key={queue?.id ?? 'none'}>
              <Table.Td>
                <span
                  className={classes.dot}
                  style={{ background: queue?.color ?? 'transparent' }}
                  aria-hidden
                />
                {queueName(queue, t('dashboard.report.none.queue'), name =>
                  t('dashboard.gone.queue', { name }),
                )}
              </Table.Td>
              <Table.Td className="figures">{number(figures.waiting)}</Table.Td>
              <Table.Td className="figures">{number(figures.attending)}</Table.Td>
              <Table.Td className="figures">{number(figures.closed)}</Table.Td>
            </Table.Tr>
          ))}
        </Figures>
        <Figures title={t('replay.byUser')} columns={['attending', 'closed']}>
          {overview.attendants.map(({ user, ...figures }) => (
            <Table.Tr key={user.id}>
              <Table.Td>{userName(t, user)}</Table.Td>
              <Table.Td className="figures">{number(figures.attending)}</Table.Td>
              <Table.Td className="figures">{number(figures.closed)}</Table.Td>
            </Table.Tr>
          ))}
        </Figures>
      </div>
    </>
  );
};

const queueName = (
  queue: PastOverview['queues'][number]['queue'],
  none: string,
  removed: (name: string) => string,
): string => {
  if (!queue) return none;
  return queue.removed ? removed(queue.name) : queue.name;
};

type CardProps = { readonly label: string; readonly value: string; readonly children?: ReactNode };

const Card = ({ label, value, children }: CardProps) => (
  <section className={classes.card} aria-label={label}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <div className={`figures ${classes.value}`}>{value}</div>
    {children && (
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    )}
  </section>
);

type FiguresProps = {
  readonly title: string;
  readonly columns: readonly ('waiting' | 'attending' | 'closed')[];
  readonly children: ReactNode;
};

const Figures = ({ title, columns, children }: FiguresProps) => {
  const { t } = useTranslation();
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <Table verticalSpacing={6} horizontalSpacing={6} className={classes.figures ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('replay.columns.name')}</Table.Th>
            {columns.map(name => (
              <Table.Th key={name}>{t(`replay.columns.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
};
