import type { OutboxRow } from './outbox.ts';

type Entry = { readonly row: OutboxRow; readonly jid: string };

type Waiting = Entry & { readonly place: number; readonly timer: NodeJS.Timeout };

/** What has been written to a socket and is not acknowledged yet, by WhatsApp's id. */
export type InFlight = {
  readonly size: () => number;
  readonly add: (row: OutboxRow, jid: string) => void;
  /** It is no longer waited for. */
  readonly take: (waId: string) => Entry | undefined;
  /** WhatsApp has answered it. */
  readonly answered: (waId: string) => Entry | undefined;
  readonly clear: () => void;
};

/**
 * Tells `unanswered` of what has waited for too long. WhatsApp takes messages in order: while it answers those before it,
 * a message waits for its turn and not for its answer, so that a slow line is not given everything once more.
 */
export const createInFlight = (answerWithinMs: number, unanswered: (row: OutboxRow) => void): InFlight => {
  const entries = new Map<string, Waiting>();
  let written = 0;
  const take = (waId: string): Waiting | undefined => {
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
      written += 1;
      entries.set(row.waId, { row, jid, place: written, timer: setTimeout(late, answerWithinMs) });
    },
    take,
    answered: waId => {
      const entry = take(waId);
      if (entry) for (const { timer, place } of entries.values()) if (place > entry.place) timer.refresh();
      return entry;
    },
    clear: () => {
      for (const waId of [...entries.keys()]) take(waId);
    },
  };
};
