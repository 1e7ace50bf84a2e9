import { Client, type Pool } from 'pg';
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

type Asking = { readonly pool: Pool; readonly databaseUrl: string };

const patienceMs = 8_000;

/**
 * Asks WhatsApp whether there is anybody under a number, through a connection of the company that is open. The
 * connector that holds it answers by a notification. Waits for 8 s at most.
 */
export const checkNumber = async (
  { pool, databaseUrl }: Asking,
  companyId: string,
  number: string,
): Promise<NumberCheck> => {
  const [open] = await ifThere<{ connection_id: string }>(pool, openConnection, [companyId]);
  if (!open) return { state: 'unchecked' };
  const id = newId();
  const client = new Client({ connectionString: databaseUrl, application_name: 'gateway number check' });
  try {
    await client.connect();
    await client.query('listen connector_checked');
    const answered = answerTo(client, id);
    await client.query(putQuestion, [id, companyId, open.connection_id, number]);
    await client.query(`select pg_notify('connector_wake', $1)`, [`check ${open.connection_id}`]);
    await answered;
    const { rows } = await client.query<{ state: string; number: string }>(takeAnswer, [id]);
    const [answer] = rows;
    if (answer?.state === 'there') return { state: 'there', number: answer.number };
    return { state: answer?.state === 'absent' ? 'absent' : 'failed' };
  } finally {
    await client.end().catch(() => undefined);
  }
};

const answerTo = (client: Client, id: string): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, patienceMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    client.on('error', done);
    client.on('notification', ({ payload }) => {
      if (payload === id) done();
    });
  });

const openConnection = `
  select connection_id from connector.session
  where company_id = $1 and status = 'CONNECTED' and lease_until > now() order by connection_id limit 1`;
const putQuestion = `
  with old as (delete from connector.number_check where asked_at < now() - interval '10 minutes')
  insert into connector.number_check (id, company_id, connection_id, number) values ($1, $2, $3, $4)`;
const takeAnswer = 'delete from connector.number_check where id = $1 returning state, number';
