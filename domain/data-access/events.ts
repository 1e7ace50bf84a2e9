import { z } from 'zod';
import { type EventsOf, id, isoDate } from '../shared/event.ts';

export const exportedThings = ['contacts', 'audit', 'dashboard', 'events', 'answers'] as const;
export const exportFormats = ['csv', 'xlsx', 'jsonl', 'xes', 'ocel'] as const;

/** By what the audit trail was narrowed: names of filters and ids, never words, which may be somebody's name. */
const by = z.array(z.string().max(100)).max(20);

/** Who looks is seen: what shows much of a company at once. Each look has a stream of its own. */
export const dataAccessEvents = {
  /** The same look of the same person again within some minutes is not told again. */
  AuditSearched: z.object({ userId: id, by }),
  /** It was about to leave the company's screens; written before the first row goes out. */
  DataExported: z.object({
    userId: id,
    what: z.enum(exportedThings),
    format: z.enum(exportFormats),
    by,
  }),
  /**
   * Somebody read the conversation of a ticket as it was at an instant or, where the company wants that written down, as
   * it is (null) without attending it; written before it is shown. The same look again within some minutes is not told
   * again.
   */
  ConversationViewed: z.object({ userId: id, ticketId: id, asOf: isoDate.nullable() }),
};
export type DataAccessEvent = EventsOf<typeof dataAccessEvents>;
