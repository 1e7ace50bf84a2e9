import { Skeleton } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { ticketsQuery } from '../../api/tickets.ts';
import { useTicketsRoom } from '../../live/live-context.ts';
import { ticketRows } from '../../live/ticket-lists.ts';
import { Empty } from '../../shared/empty.tsx';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import type { TicketFilter } from './ticket-filter.ts';
import { TicketRow } from './ticket-row.tsx';
import classes from './tickets.module.css';
import type { Accept } from './use-accept.ts';
import { useListKeys } from './use-list-keys.ts';

const PeekDialog = lazy(() => import('./peek-dialog.tsx'));

const rowHeight = 72;
const loadWithinPx = 100;

type Props = {
  readonly filter: TicketFilter;
  readonly label: string;
  readonly emptyText: string;
  readonly currentId: string | undefined;
  readonly accept: Accept;
};

/** One list of tickets: loads on while it is scrolled, and follows the live frames. */
export const TicketList = ({ filter, label, emptyText, currentId, accept }: Props) => {
  useTicketsRoom(filter.status ?? 'search');
  const query = useInfiniteQuery(ticketsQuery(filter));
  const tickets = useMemo(() => (query.data ? ticketRows(query.data) : []), [query.data]);
  const [peeked, setPeeked] = useState<TicketView>();
  const closePeek = useCallback(() => setPeeked(undefined), []);
  const scroller = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const virtual = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => tickets[index]?.id ?? index,
    overscan: 6,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPending } = query;
  const late = useLate(isPending);

  const loadOn = useCallback(() => {
    const element = scroller.current;
    if (!element || !hasNextPage || isFetchingNextPage) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < loadWithinPx) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  // A short list, or one that shrank, may leave nothing to scroll: then the next page comes by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew whenever the number of rows changes
  useEffect(loadOn, [loadOn, tickets.length]);

  useListKeys({
    tickets,
    currentId,
    focus: index => {
      virtual.scrollToIndex(index);
      requestAnimationFrame(() => rowElement(scroller.current, index)?.focus());
    },
    open: ticket => {
      if (ticket.status === 'pending') setPeeked(ticket);
      else void navigate(`/tickets/${ticket.uuid}`);
    },
    accept: ticket => void accept.accept(ticket),
  });

  if (isPending) return late ? <ListSkeleton /> : <div className={classes.list} />;
  if (query.isError && tickets.length === 0) {
    return <Trouble error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (tickets.length === 0 && !hasNextPage) return <Empty icon={IconInbox} text={emptyText} />;
  return (
    <>
      <div ref={scroller} className={classes.list} onScroll={loadOn}>
        <ul
          className={classes.rows}
          style={{ height: virtual.getTotalSize() }}
          aria-label={label}
          aria-busy={isFetchingNextPage}
        >
          {virtual.getVirtualItems().map(item => {
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
                accepting={accept.acceptingId === ticket.id}
                onAccept={accept.accept}
                onPeek={setPeeked}
              />
            );
          })}
        </ul>
      </div>
      {peeked && (
        <Suspense>
          <PeekDialog ticket={peeked} onClose={closePeek} />
        </Suspense>
      )}
    </>
  );
};

const rowElement = (list: HTMLElement | null, index: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;

const ListSkeleton = () => (
  <div className={classes.list} aria-hidden>
    {Array.from({ length: 8 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <div key={index} className={classes.row}>
        <Skeleton circle height={40} />
        <div>
          <Skeleton height={12} width="55%" mb={10} />
          <Skeleton height={10} width="85%" />
        </div>
      </div>
    ))}
  </div>
);
