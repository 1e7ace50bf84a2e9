import { z } from 'zod';
import { ticketStatuses } from '#domain/ticket/events.ts';
import type { Seen } from '#domain/ticket/visibility.ts';
import type { Change } from '#projections/position.ts';

const seenSchema = z.object({
  status: z.enum(ticketStatuses),
  queueId: z.string().nullable(),
  userId: z.string().nullable(),
  isGroup: z.boolean(),
  connectionId: z.string(),
});

/** Changes of one company that are shown together. */
export type Changes = {
  readonly companyId: string;
  /** What was shown before: messages placed after it are new. */
  readonly after: number;
  readonly position: number;
  readonly notified: readonly Change[];
  /** Connections whose session changed without an event, as for a new QR code. */
  readonly sessions: readonly string[];
};

export const mergeChanges = (earlier: Changes | undefined, later: Changes): Changes =>
  earlier
    ? {
        companyId: later.companyId,
        after: Math.min(earlier.after, later.after),
        position: Math.max(earlier.position, later.position),
        notified: [...earlier.notified, ...later.notified],
        sessions: [...earlier.sessions, ...later.sessions],
      }
    : later;

export type TableChanges = { readonly upserted: readonly string[]; readonly deleted: readonly string[] };

/** What became of the rows of one table, each named once, the last change counting. */
export const changesOf = ({ notified }: Changes, table: string): TableChanges => {
  const last = new Map<string, Change['op']>();
  for (const change of notified) if (change.table === table) last.set(change.id, change.op);
  const ids = (op: Change['op']) => [...last].flatMap(([id, what]) => (what === op ? [id] : []));
  return { upserted: ids('upsert'), deleted: ids('delete') };
};

/** How each ticket stood before the first of these changes, where that was notified. */
export const formerTickets = ({ notified }: Changes): ReadonlyMap<string, Seen> => {
  const former = new Map<string, Seen>();
  for (const { table, id, was } of notified) {
    if (table !== 'ticket' || !was || former.has(id)) continue;
    const seen = seenSchema.safeParse(was);
    if (seen.success) former.set(id, seen.data);
  }
  return former;
};
