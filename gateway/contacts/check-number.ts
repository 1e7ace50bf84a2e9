import type { Pool } from 'pg';
import { newId } from '#commands/ids.ts';
import {
  askNumber,
  forgetNumberQuestion,
  openConnectionOf,
  takeNumberAnswer,
} from '#connector/interface/number-checks.ts';

export type NumberCheck =
  /** WhatsApp knows the person under this number: the ninth digit may differ from what was typed. */
  | { readonly state: 'there'; readonly number: string }
  | { readonly state: 'absent' }
  /** There was no answer. */
  | { readonly state: 'failed' }
  /** No connection of the company is open: nobody to ask. */
  | { readonly state: 'unchecked' };

export type NumberChecks = {
  /**
   * Asks WhatsApp whether there is anybody under a number, through a connection of the company that is open. The
   * connector that holds it answers by a notification. Waits for 8 s at most; rejects when Postgres is down.
   */
  readonly check: (companyId: string, number: string) => Promise<NumberCheck>;
  /** The question of this id has its answer. */
  readonly answered: (id: string) => void;
  /** The line to the connectors is up again: answers may have been missed. */
  readonly listening: () => void;
};

const patienceMs = 8_000;

/** All checks of a process wait on the one line that its listener has to Postgres. */
export const createNumberChecks = (pool: Pool): NumberChecks => {
  const waiting = new Map<string, () => void>();

  return {
    check: async (companyId, number) => {
      const connectionId = await openConnectionOf(pool, companyId);
      if (!connectionId) return { state: 'unchecked' };
      const id = newId();
      const overdue = AbortSignal.timeout(patienceMs);
      try {
        let notified = heardOf(waiting, id, overdue);
        await askNumber(pool, { id, companyId, connectionId, number });
        while (!overdue.aborted) {
          await notified;
          notified = heardOf(waiting, id, overdue);
          const answer = await takeNumberAnswer(pool, id);
          if (answer?.state === 'there') return { state: 'there', number: answer.number };
          if (answer) return { state: answer.state };
        }
        return { state: 'failed' };
      } finally {
        waiting.delete(id);
        if (overdue.aborted) await forgetNumberQuestion(pool, id).catch(() => undefined);
      }
    },
    answered: id => waiting.get(id)?.(),
    listening: () => {
      for (const look of [...waiting.values()]) look();
    },
  };
};

const heardOf = (waiting: Map<string, () => void>, id: string, overdue: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    waiting.set(id, resolve);
    overdue.addEventListener('abort', () => resolve(), { once: true });
  });
