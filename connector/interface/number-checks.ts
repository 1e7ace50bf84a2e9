import type { Pool } from 'pg';
import { wakeChannel } from './channels.ts';
import { ifThere } from './if-there.ts';

export type NumberQuestion = {
  readonly id: string;
  readonly companyId: string;
  /** Through which WhatsApp is asked. */
  readonly connectionId: string;
  readonly number: string;
};
export type NumberAnswer = {
  readonly state: 'there' | 'absent' | 'failed';
  /** As WhatsApp has it: the ninth digit may differ from what was asked. */
  readonly number: string;
};

/** A connection of the company that is open, to ask through; undefined when there is none. */
export const openConnectionOf = async (pool: Pool, companyId: string): Promise<string | undefined> =>
  (await ifThere<{ connectionId: string }>(pool, openConnection, [companyId]))[0]?.connectionId;

/** Puts a question to the connector that holds the connection; it answers by a notification on `checkedChannel`. */
export const askNumber = async (pool: Pool, question: NumberQuestion): Promise<void> => {
  const { id, companyId, connectionId, number } = question;
  await pool.query(putQuestion, [id, companyId, connectionId, number, wakeChannel]);
};

/** The answer, once: the question is forgotten with it. Undefined while there is none. */
export const takeNumberAnswer = async (pool: Pool, id: string): Promise<NumberAnswer | undefined> =>
  (await pool.query<NumberAnswer>(takeAnswer, [id])).rows[0];

export const forgetNumberQuestion = async (pool: Pool, id: string): Promise<void> => {
  await pool.query('delete from connector.number_check where id = $1', [id]);
};

const openConnection = `
  select connection_id as "connectionId" from connector.session
  where company_id = $1 and status = 'CONNECTED' and lease_until > now() order by connection_id limit 1`;
const putQuestion = `
  with old as (delete from connector.number_check where asked_at < now() - interval '10 minutes'),
  asked as (
    insert into connector.number_check (id, company_id, connection_id, number) values ($1, $2, $3, $4)
    returning connection_id)
  select pg_notify($5, 'check ' || connection_id) from asked`;
const takeAnswer = `
  delete from connector.number_check where id = $1 and state not in ('asked', 'asking') returning state, number`;
