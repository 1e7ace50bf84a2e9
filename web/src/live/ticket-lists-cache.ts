import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { TicketFilter } from '../api/ticket-filter.ts';
import { ticketsKey } from '../api/tickets.ts';
import type { TicketPages } from './ticket-lists.ts';

export type LoadedList = { readonly filter: TicketFilter; readonly pages: TicketPages };
export type ListChange = (list: LoadedList) => TicketPages;

/**
 * Changes every loaded list of tickets. A list that is being loaded at this moment is changed once more when its
 * answer is there, since the answer is older than the change perhaps, and takes the place of what was there. The
 * change must do nothing where it is not news.
 */
export const changeLists = (client: QueryClient, change: ListChange): void => {
  const journal = journalOf(client);
  for (const list of loadedLists(client)) apply(client, list, change);
  journal.note(change);
};

export const loadedLists = (client: QueryClient): (LoadedList & { readonly key: QueryKey })[] =>
  client.getQueriesData<TicketPages>({ queryKey: ticketsKey }).flatMap(([key, pages]) => {
    const filter = key[1];
    return pages && isFilter(filter) ? [{ key, filter, pages }] : [];
  });

const apply = (
  client: QueryClient,
  { key, filter, pages }: LoadedList & { readonly key: QueryKey },
  change: ListChange,
): void => {
  const changed = change({ filter, pages });
  if (changed !== pages) client.setQueryData<TicketPages>(key, changed);
};

type Journal = { readonly note: (change: ListChange) => void };

const journals = new WeakMap<QueryClient, Journal>();

const journalOf = (client: QueryClient): Journal => {
  const kept = journals.get(client) ?? startJournal(client);
  journals.set(client, kept);
  return kept;
};

/** Watches lists being loaded from now on; one whose loading began before gets everything noted until it is there. */
const startJournal = (client: QueryClient): Journal => {
  let notes: ListChange[] = [];
  const begun = new Map<string, number>();
  /** Also one that waits for the network to come back. */
  const isLoading = (): boolean =>
    client
      .getQueryCache()
      .findAll({ queryKey: ticketsKey })
      .some(({ state }) => state.fetchStatus !== 'idle');
  client.getQueryCache().subscribe(event => {
    const { query } = event;
    if (query.queryKey[0] !== ticketsKey[0]) return;
    if (event.type === 'removed') begun.delete(query.queryHash);
    if (event.type !== 'updated') return;
    if (event.action.type === 'fetch') begun.set(query.queryHash, notes.length);
    if (event.action.type === 'success' && !event.action.manual) {
      const missed = notes.slice(begun.get(query.queryHash) ?? 0);
      begun.delete(query.queryHash);
      const list = loadedLists(client).find(({ key }) => key === query.queryKey);
      if (list && missed.length > 0) {
        apply(client, list, ({ filter, pages }) =>
          missed.reduce((changed, change) => change({ filter, pages: changed }), pages),
        );
      }
    }
    if (!isLoading()) {
      notes = [];
      begun.clear();
    }
  });
  return {
    note: change => {
      if (isLoading()) notes.push(change);
    },
  };
};

const isFilter = (value: unknown): value is TicketFilter =>
  typeof value === 'object' && value !== null && 'showAll' in value;
