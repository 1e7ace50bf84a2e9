import { Anchor, Button, Drawer, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EpisodeView } from '#contracts/dashboard.ts';
import type { Clock } from '#domain/dashboard/metrics.ts';
import { type AskedEpisodes, type DashboardFilter, episodesQuery } from '../../api/dashboard.ts';
import { dateAndTime } from '../../shared/formats.ts';
import { spokenDuration } from '../../shared/spoken-duration.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useFocusBack } from '../../shared/use-focus-back.ts';
import classes from './dashboard.module.css';
import { ExportButton } from './export-button.tsx';
import { useFigureTitle } from './figure-title.ts';
import { type OpenedFigure, within } from './use-opened-figure.ts';

type Props = {
  readonly opened: Exclude<OpenedFigure, { unknown: string }>;
  readonly filter: DashboardFilter;
  readonly onClose: () => void;
};

/** The rows that a figure is made of, the newest first: which tickets, who, when and how long. */
export const EpisodesDrawer = ({ opened, filter, onClose }: Props) => (
  <ListDrawer title={useFigureTitle(opened)} onClose={onClose}>
    <Episodes asked={within(filter, opened)} />
  </ListDrawer>
);

/** Says that the address asks for a list that there is not. */
export const UnknownFigure = ({ said, onClose }: { readonly said: string; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <ListDrawer title={t('dashboard.list.unknown')} onClose={onClose}>
      <Text role="alert" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('dashboard.list.unknownText', { names: said })}
      </Text>
    </ListDrawer>
  );
};

type DrawerProps = Pick<Props, 'onClose'> & { readonly title: string; readonly children: ReactNode };

const ListDrawer = ({ title, onClose, children }: DrawerProps) => {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      styles={{ title: { fontWeight: 600 } }}
    >
      {children}
    </Drawer>
  );
};

const Episodes = ({ asked }: { readonly asked: AskedEpisodes }) => {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    episodesQuery(asked),
  );
  const [first] = data?.pages ?? [];
  if (!data || !first)
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton h={240} />;
  const rows = data.pages.flatMap(page => page.rows);
  return (
    <>
      <div className={classes.listHead}>
        <Text size="sm" className={classes.grow ?? ''}>
          {t('dashboard.list.total', { count: first.total })}
          <Text span size="xs" c="dimmed" display="block">
            {t('dashboard.version', { version: first.version })}
          </Text>
        </Text>
        {rows.length > 0 && <ExportButton asked={asked} />}
      </div>
      {rows.length === 0 && <Text size="sm">{t('dashboard.report.empty')}</Text>}
      <ul className={classes.list}>
        {rows.map(row => (
          <Row key={row.id} row={row} time={asked.time ?? 'calendar'} />
        ))}
      </ul>
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {hasNextPage && (
        <Button variant="default" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('dashboard.list.more')}
        </Button>
      )}
    </>
  );
};

type RowProps = { readonly row: EpisodeView; readonly time: Clock };

const Row = ({ row, time }: RowProps) => {
  const { t, i18n } = useTranslation();
  const { number, contact, queue, connection, user, from, until, rating, closing } = row;
  const name = `#${number} · ${contact || t('dashboard.list.erased')}`;
  const gone = (kind: 'queue' | 'connection' | 'user', named: EpisodeView['queue']) =>
    named && (named.removed ? t(`dashboard.gone.${kind}`, { name: named.name }) : named.name);
  const who = [gone('queue', queue), gone('connection', connection), gone('user', user)].filter(Boolean);
  const values = { calendar: row.ms, business: row.businessMs };
  const other = time === 'business' ? 'calendar' : 'business';
  const when = [from, ...(until && until !== from ? [until] : [])];
  return (
    <li className={classes.listRow}>
      <div className={classes.grow}>
        {number === null ? (
          <Text size="sm">{t('dashboard.list.deleted')}</Text>
        ) : (
          <Anchor component={Link} to={`/tickets/${row.ticketId}`} size="sm" fw={500}>
            {name}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          {who.join(' · ')}
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {when.map(at => dateAndTime(at, i18n.language)).join(' → ')}
        </Text>
      </div>
      <div className={classes.listValue}>
        <span className="figures">
          {rating === null ? spokenDuration(t, values[time]) : t('dashboard.list.mark', { mark: rating })}
        </span>
        {values.business !== null && (
          <Text size="xs" c="dimmed">
            {t(`dashboard.list.other.${other}`, { time: spokenDuration(t, values[other]) })}
          </Text>
        )}
        {row.customerMs !== null && row.customerMs !== row.ms && (
          <Text size="xs" c="dimmed">
            {t('dashboard.list.customerWait', { time: spokenDuration(t, row.customerMs) })}
          </Text>
        )}
        {closing && (
          <Text size="xs" c="dimmed">
            {t(`dashboard.list.closing.${closing}`)}
          </Text>
        )}
      </div>
    </li>
  );
};
