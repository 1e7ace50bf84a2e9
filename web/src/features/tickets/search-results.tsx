import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketFilter } from '../../api/ticket-filter.ts';
import { useTicketsRoom } from '../../live/live-context.ts';
import { Empty } from '../../shared/empty.tsx';
import { errorText } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { FoundMessageRow, foundAddress } from './found-message.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import classes from './rows.module.css';
import { type SearchItem, searchRows } from './search-items.ts';
import { type ListProps, rowHeight } from './ticket-list.tsx';
import { TicketRow } from './ticket-row.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useReading } from './use-reading.ts';
import { useRows } from './use-rows.ts';
import { type SearchResultsState, useSearchResults } from './use-search-results.ts';

const smallHeight = 36;

type Props = ListProps & { readonly filter: TicketFilter; readonly words: string };

/** What was found: tickets, then messages. */
export const SearchResults = ({ filter, words, currentId, actions, handlers, onOpen }: Props) => {
  useTicketsRoom('search');
  const { t } = useTranslation();
  const reading = useReading();
  const results = useSearchResults(filter, words);
  const { items, isPending, error } = results;
  const found = searchRows(items);
  const rows = useRows({
    count: items.length,
    heightOf: useCallback((index: number) => (isRow(items[index]) ? rowHeight : smallHeight), [items]),
    keyOf: useCallback((index: number) => keyOf(items[index]), [items]),
    loadOn: results.loadOn,
  });
  const late = useLate(isPending);
  useListKeys({
    count: found.length,
    current: () => found.findIndex(row => row.kind === 'ticket' && row.ticket.id === currentId),
    focus: index => {
      const row = found[index];
      return row !== undefined && rows.focus(items.indexOf(row), index);
    },
    open: index => {
      const row = found[index];
      if (row?.kind === 'message') onOpen(foundAddress(row.found));
      else if (row?.ticket.status === 'pending') handlers.peek(row.ticket);
      else if (row) onOpen(`/tickets/${row.ticket.uuid}`);
    },
    accept: index => {
      const row = found[index];
      if (row?.kind !== 'ticket' || row.ticket.status !== 'pending') return false;
      void handlers.accept(row.ticket);
      return true;
    },
  });

  if (error && found.length === 0) return <Trouble isAlone error={error} onRetry={results.retry} />;
  if (isPending && found.length === 0) return late ? <ListSkeleton rows={5} /> : null;
  if (found.length === 0 && !results.messagesError)
    return <Empty icon={IconSearchOff} text={t('tickets.results.nothing')} />;
  return (
    <div
      ref={rows.scroller}
      className={classes.list}
      data-old={results.isOld || undefined}
      onScroll={rows.onScroll}
    >
      <ul
        className={classes.rows}
        style={{ height: rows.height }}
        aria-label={t('tickets.search')}
        aria-busy={results.isOld || results.isLoadingOn}
      >
        {rows.items.map(place => {
          const item = items[place.index];
          if (!item) return null;
          if (item.kind === 'message') {
            return (
              <FoundMessageRow
                key={place.key}
                found={item.found}
                words={words}
                reading={reading}
                onOpen={onOpen}
                top={place.start}
                index={item.index}
              />
            );
          }
          if (item.kind === 'ticket') {
            const { ticket } = item;
            return (
              <TicketRow
                key={place.key}
                top={place.start}
                ticket={ticket}
                index={item.index}
                total={results.count}
                current={ticket.id === currentId}
                busy={actions.busy?.id === ticket.id ? actions.busy.what : undefined}
                handlers={handlers}
                reading={reading}
                onOpen={onOpen}
              />
            );
          }
          return (
            <li key={place.key} style={{ transform: `translateY(${place.start}px)` }}>
              <BetweenRows item={item} results={results} />
            </li>
          );
        })}
      </ul>
    </div>
  );
};

const isRow = (item: SearchItem | undefined): boolean => item?.kind === 'ticket' || item?.kind === 'message';

const keyOf = (item: SearchItem | undefined): string => {
  switch (item?.kind) {
    case 'ticket':
      return item.ticket.id;
    case 'message':
      return item.found.message.id;
    case 'heading':
    case 'none':
      return `${item.kind}-${item.of}`;
    case 'failed':
      return 'failed';
    default:
      return 'switch';
  }
};

type Between = { readonly item: SearchItem; readonly results: SearchResultsState };

/** What stands between the rows: headings, that there is nothing, and the way to the rest. */
const BetweenRows = ({ item, results }: Between) => {
  const { t } = useTranslation();
  switch (item.kind) {
    case 'heading':
      return <h2 className={classes.heading}>{t(`tickets.results.${item.of}`)}</h2>;
    case 'none':
      return (
        <p className={classes.nothing}>
          {t(item.of === 'tickets' ? 'tickets.results.noTickets' : 'tickets.results.noMessages')}
        </p>
      );
    case 'failed':
      return (
        <p className={classes.nothing} role="alert">
          {errorText(results.messagesError)}{' '}
          <Button variant="subtle" size="compact-xs" onClick={results.retry}>
            {t('common.retry')}
          </Button>
        </p>
      );
    default:
      return (
        <Button variant="subtle" size="compact-sm" mx="sm" onClick={results.toggle}>
          {results.expanded
            ? t('tickets.results.showFewer')
            : t('tickets.results.showAll', { count: results.count })}
        </Button>
      );
  }
};
