import type { FoundMessage } from '#contracts/search.ts';
import type { TicketView } from '#contracts/views.ts';

export type SearchItem =
  | { readonly kind: 'heading'; readonly of: 'tickets' | 'messages' }
  | { readonly kind: 'none'; readonly of: 'tickets' | 'messages' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ticket'; readonly ticket: TicketView; readonly index: number }
  | { readonly kind: 'switch' }
  | { readonly kind: 'message'; readonly found: FoundMessage; readonly index: number };

export type SearchRow = Extract<SearchItem, { kind: 'ticket' | 'message' }>;

/** So many tickets come before the messages, until all are wanted. */
export const firstTickets = 5;

type Found = {
  readonly tickets: readonly TicketView[];
  /** How many tickets there are in all. */
  readonly count: number;
  readonly expanded: boolean;
  /** Null when no words were searched for; undefined when they are not there yet. */
  readonly messages: readonly FoundMessage[] | null | undefined;
  /** The messages could not be searched. */
  readonly failed: boolean;
};

/** What a search shows, from top to bottom; rows are counted apart from the headings. */
export const searchItems = ({ tickets, count, expanded, messages, failed }: Found): readonly SearchItem[] => {
  const shown = expanded || messages === null ? tickets : tickets.slice(0, firstTickets);
  const rows = shown.map((ticket, index): SearchItem => ({ kind: 'ticket', ticket, index }));
  if (messages === null) return rows;
  return [
    { kind: 'heading', of: 'tickets' },
    ...rows,
    ...(tickets.length === 0 ? [{ kind: 'none', of: 'tickets' } as const] : []),
    ...(count > firstTickets ? [{ kind: 'switch' } as const] : []),
    { kind: 'heading', of: 'messages' },
    ...(messages ?? []).map(
      (found, index): SearchItem => ({ kind: 'message', found, index: shown.length + index }),
    ),
    ...(failed ? [{ kind: 'failed' } as const] : []),
    ...(messages?.length === 0 && !failed ? [{ kind: 'none', of: 'messages' } as const] : []),
  ];
};

export const searchRows = (items: readonly SearchItem[]): readonly SearchRow[] =>
  items.filter((item): item is SearchRow => item.kind === 'ticket' || item.kind === 'message');
