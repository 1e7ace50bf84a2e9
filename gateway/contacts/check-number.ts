import type { Pool } from 'pg';
import { newId } from '#commands/ids.ts';
import { ifThere } from '../connections/connector-tables.ts';

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

/** What a connector tells when it has answered: the id of the question. */
export const numberChecksChannel = 'connector_checked';

const patienceMs = 8_000;

/** All checks of a process wait on the one line that its listener has to Postgres. */
export const createNumberChecks = (pool: Pool): NumberChecks => {
  const waiting = new Map<string, () => void>();

  const take = async (id: string, text: string): Promise<Answer | undefined> =>
    (await pool.query<Answer>(text, [id])).rows[0];

  return {
    check: async (companyId, number) => {
      const [open] = await ifThere<{ connection_id: string }>(pool, openConnection, [companyId]);
      if (!open) return { state: 'unchecked' };
      const id = newId();
      const overdue = AbortSignal.timeout(patienceMs);
      try {
        let told = heardOf(waiting, id, overdue);
        await pool.query(putQuestion, [id, companyId, open.connection_id, number]);
        while (!overdue.aborted) {
          await told;
          told = heardOf(waiting, id, overdue);
          const answer = await take(id, takeAnswer);
          if (answer?.state === 'there') return { state: 'there', number: answer.number };
          if (answer) return { state: answer.state === 'absent' ? 'absent' : 'failed' };
        }
        return { state: 'failed' };
      } finally {
        waiting.delete(id);
        if (overdue.aborted) await take(id, giveUp).catch(() => undefined);
      }
    },
    answered: id => waiting.get(id)?.(),
    listening: () => {
      for (const look of [...waiting.values()]) look();
    },
  };
};

type Answer = { readonly state: string; readonly number: string };

const heardOf = (waiting: Map<string, () => void>, id: string, overdue: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    waiting.set(id, resolve);
    overdue.addEventListener('abort', () => resolve(), { once: true });
  });

const openConnection = `
  select connection_id from connector.session
  where company_id = $1 and status = 'CONNECTED' and lease_until > now() order by connection_id limit 1`;
const putQuestion = `
  with old as (delete from connector.number_check where asked_at < now() - interval '10 minutes'),
  asked as (
    insert into connector.number_check (id, company_id, connection_id, number) values ($1, $2, $3, $4)
    returning connection_id)
  select pg_notify('connector_wake', 'check ' || connection_id) from asked`;
const takeAnswer = `
  delete from connector.number_check where id = $1 and state not in ('asked', 'asking') returning state, number`;
const giveUp = 'delete from connector.number_check where id = $1 returning state, number';
