import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type PropsWithChildren, useCallback, useMemo } from 'react';
import type { TicketView } from '#contracts/views.ts';
import type { TicketFilter } from '../../api/ticket-filter.ts';
import { ticketsQuery } from '../../api/tickets.ts';
import { useTicketsRoom } from '../../live/live-context.ts';
import { ticketRows } from '../../live/ticket-lists.ts';
import { Empty } from '../../shared/empty.tsx';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import type { RowHandlers } from './row-actions.tsx';
import classes from './rows.module.css';
import { TicketRow } from './ticket-row.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useReading } from './use-reading.ts';
import type { RowActions } from './use-row-actions.ts';
import { useRows } from './use-rows.ts';

export const rowHeight = 72;
const none: readonly TicketView[] = [];
const heightOf = () => rowHeight;

export type ListProps = {
  readonly currentId: string | undefined;
  readonly actions: RowActions;
  readonly handlers: RowHandlers;
  readonly onOpen: (to: string) => void;
};
type Props = ListProps & {
  readonly filter: TicketFilter;
  readonly label: string;
  readonly emptyText: string;
};

/** One list of tickets: loads on while it is scrolled, and follows the live frames. */
export const TicketList = ({ filter, label, emptyText, ...list }: Props) => {
  useTicketsRoom(filter.status ?? 'search');
  const query = useInfiniteQuery(ticketsQuery(filter));
  const tickets = useMemo(() => (query.data ? ticketRows(query.data) : none), [query.data]);
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isPending } =
    query;
  const loadOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const late = useLate(isPending);

  if (isPending) return late ? <ListSkeleton /> : <div className={classes.list} />;
  if (query.isError && tickets.length === 0) {
    return <Trouble isAlone error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (tickets.length === 0 && !hasNextPage) return <Empty icon={IconInbox} text={emptyText} />;
  return (
    <Rows {...list} tickets={tickets} label={label} isBusy={isFetchingNextPage} loadOn={loadOn}>
      {isFetchNextPageError && <Trouble error={query.error} onRetry={() => void fetchNextPage()} />}
    </Rows>
  );
};

type RowsProps = PropsWithChildren<ListProps> & {
  readonly tickets: readonly TicketView[];
  readonly label: string;
  readonly isBusy: boolean;
  readonly loadOn: () => void;
};

/** The rows in sight, and the keys that go through all of them. Nothing else is drawn anew while they are scrolled. */
const Rows = ({ tickets, label, isBusy, loadOn, children, ...list }: RowsProps) => {
  const { currentId, actions, handlers, onOpen } = list;
  const reading = useReading();
  const rows = useRows({
    count: tickets.length,
    heightOf,
    keyOf: useCallback((index: number) => tickets[index]?.id ?? index, [tickets]),
    loadOn,
  });
  useListKeys({
    count: tickets.length,
    current: () => tickets.findIndex(ticket => ticket.id === currentId),
    focus: index => rows.focus(index),
    open: index => {
      const ticket = tickets[index];
      if (ticket?.status === 'pending') handlers.peek(ticket);
      else if (ticket) onOpen(`/tickets/${ticket.uuid}`);
    },
    accept: index => {
      const ticket = tickets[index];
      if (ticket?.status !== 'pending') return false;
      void handlers.accept(ticket);
      return true;
    },
  });
  return (
    <div ref={rows.scroller} className={classes.list} onScroll={rows.onScroll}>
      <ul className={classes.rows} style={{ height: rows.height }} aria-label={label} aria-busy={isBusy}>
        {rows.items.map(item => {
          const ticket = tickets[item.index];
          if (!ticket) return null;
          return (
            <TicketRow
              key={item.key}
              top={item.start}
              ticket={ticket}
              index={item.index}
              total={tickets.length}
              current={ticket.id === currentId}
              busy={actions.busy?.id === ticket.id ? actions.busy.what : undefined}
              handlers={handlers}
              reading={reading}
              onOpen={onOpen}
            />
          );
        })}
      </ul>
      {children}
    </div>
  );
};
