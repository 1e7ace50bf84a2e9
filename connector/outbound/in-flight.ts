import type { OutboxRow } from './outbox.ts';

type Entry = { readonly row: OutboxRow; readonly jid: string };

/** What has been written to a socket and is not acknowledged yet, by WhatsApp's id. */
export type InFlight = {
  readonly size: () => number;
  readonly add: (row: OutboxRow, jid: string) => void;
  /** It is no longer waited for. */
  readonly take: (waId: string) => Entry | undefined;
  readonly clear: () => void;
};

/** Tells `unanswered` of what has waited too long. */
export const createInFlight = (answerWithinMs: number, unanswered: (row: OutboxRow) => void): InFlight => {
  const entries = new Map<string, Entry & { readonly timer: NodeJS.Timeout }>();
  const take = (waId: string): Entry | undefined => {
    const entry = entries.get(waId);
    if (!entry) return undefined;
    clearTimeout(entry.timer);
    entries.delete(waId);
    return entry;
  };
  return {
    size: () => entries.size,
    add: (row, jid) => {
      take(row.waId);
      const late = () => {
        if (take(row.waId)) unanswered(row);
      };
      entries.set(row.waId, { row, jid, timer: setTimeout(late, answerWithinMs) });
    },
    take,
    clear: () => {
      for (const waId of [...entries.keys()]) take(waId);
    },
  };
};
