import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { type PastList, type PastOverview, type PastTicketRow, pastLists } from '#contracts/replay.ts';
import { pastTicketsQuery } from '../../../api/replay.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { Empty } from '../../../shared/empty.tsx';
import { clockTime, daysBetween, initials, localDateAndTime } from '../../../shared/formats.ts';
import { spokenDuration } from '../../../shared/spoken-duration.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import { useSearch } from '../../../shared/use-search.ts';
import { userName } from '../../../shared/user-name.ts';
import classes from './as-it-was.module.css';
import { localOf, pastAddress } from './use-instant.ts';

type Props = { readonly at: string; readonly counters: PastOverview['counters'] };

const isList = (name: string | null): name is PastList => pastLists.some(each => each === name);

/** Who waited, who was attended to, and what had been closed that day. The list is in the address. */
export const PastLists = ({ at, counters }: Props) => {
  const { t, i18n } = useTranslation();
  const [search, change] = useSearch();
  const wanted = search.get('list');
  const list = isList(wanted) ? wanted : 'waiting';
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const choose = (next: string): void => change({ list: next }, { replace: true });
  return (
    <section className={classes.lists} aria-label={t('replay.lists.title')}>
      <SegmentedControl
        value={list}
        onChange={choose}
        aria-label={t('replay.lists.title')}
        className={classes.choice ?? ''}
        data={pastLists.map(name => ({
          value: name,
          label: (
            <>
              {t(`replay.columns.${name}`)}
              <span className={classes.count}> · {number(counters[name])}</span>
            </>
          ),
        }))}
      />
      {list === 'closed' && <span className={classes.meta}>{t('replay.lists.closings')}</span>}
      <Tickets key={list} at={at} list={list} />
    </section>
  );
};

const Tickets = ({ at, list }: { readonly at: string; readonly list: PastList }) => {
  const { t } = useTranslation();
  const query = useInfiniteQuery(pastTicketsQuery(at, list));
  const { data, error, isPending, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } = query;
  const late = useLate(isPending);
  const tickets = data?.pages.flatMap(page => page.tickets) ?? [];
  if (isPending) return late && <Waiting />;
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (tickets.length === 0) return <Empty icon={IconInbox} text={t(`replay.lists.none.${list}`)} />;
  return (
    <>
      <ul className={classes.rows}>
        {tickets.map(ticket => (
          <li key={`${ticket.id} ${ticket.since}`}>
            <Row at={at} ticket={ticket} />
          </li>
        ))}
      </ul>
      {error && <Trouble error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('replay.lists.more')}
        </Button>
      )}
    </>
  );
};

const Row = ({ at, ticket }: { readonly at: string; readonly ticket: PastTicketRow }) => {
  const { t, i18n } = useTranslation();
  const [search] = useSearchParams();
  const name = contactName(t, ticket.contact);
  const { queue, user, status, since, customerSince, became } = ticket;
  const details = [
    ticket.number === null ? '' : `#${ticket.number}`,
    queue ? queue.name : t('tickets.noQueue'),
    status === 'menu' ? t('replay.status.menu') : user ? userName(t, user) : '',
    became ? t(`replay.became.${became}`) : '',
  ].filter(Boolean);
  const isThatDay = daysBetween(new Date(since), new Date(at)) === 0;
  const when = isThatDay ? clockTime(since, i18n.language) : localDateAndTime(localOf(since));
  const inside = (
    <>
      <span className={classes.bar} style={{ background: queue?.color ?? 'transparent' }} aria-hidden />
      <span className={classes.avatar} aria-hidden>
        {initials(name)}
      </span>
      <span className={classes.who}>
        <span className={classes.name} title={name} dir="auto">
          {name}
        </span>
        <span className={`${classes.meta} ${classes.place}`}>{details.join(' · ')}</span>
        {customerSince !== null && customerSince !== since && status !== 'open' && (
          <span className={classes.meta}>
            {t('replay.customerWaits', {
              time: spokenDuration(t, Date.parse(at) - Date.parse(customerSince)),
            })}
          </span>
        )}
      </span>
      <span className={`figures ${classes.when}`}>
        <span className={classes.long}>
          {status === 'closed'
            ? t('replay.closedAt', { when })
            : spokenDuration(t, Date.parse(at) - Date.parse(since))}
        </span>
        {status !== 'closed' && <span className={classes.meta}>{t('replay.since', { when })}</span>}
      </span>
    </>
  );
  // Of a ticket that was deleted by then there is nothing to open.
  if (became === 'deleted') return <div className={classes.row ?? ''}>{inside}</div>;
  return (
    <Link className={classes.row ?? ''} to={pastAddress(`/replay/tickets/${ticket.id}`, search, at)}>
      {inside}
    </Link>
  );
};

const Waiting = () => (
  <Stack gap={8}>
    {['a', 'b', 'c', 'd'].map(key => (
      <Skeleton key={key} h={56} />
    ))}
  </Stack>
);
