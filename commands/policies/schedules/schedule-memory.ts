import type { PoolClient } from 'pg';

export type Known = { readonly scheduleId: string; readonly companyId: string };
/** A message that has not gone out in this time is not expected to. */
const awaitedDays = 90;
type Client = Pick<PoolClient, 'query'>;

/** What the policy of scheduled messages remembers, inside one transaction. */
export const scheduleMemory = (client: Client) => ({
  noteSchedule: async (
    { scheduleId, companyId }: Known,
    { contactId, connectionId }: { readonly contactId: string; readonly connectionId: string },
  ): Promise<void> => {
    await client.query(remember, [scheduleId, companyId, contactId, connectionId]);
  },
  forget: async (scheduleId: string): Promise<void> => {
    await client.query('delete from policy.schedule where schedule_id = $1', [scheduleId]);
    await client.query('delete from policy.scheduled_message where schedule_id = $1', [scheduleId]);
  },
  /** Of a contact or over a connection. */
  concernedBy: async (column: 'contact_id' | 'connection_id', id: string): Promise<readonly Known[]> => {
    const { rows } = await client.query<Known>(
      `select schedule_id as "scheduleId", company_id as "companyId"
       from policy.schedule where ${column} = $1 order by schedule_id`,
      [id],
    );
    return rows;
  },
  /** From now on the newest message of a schedule decides its state. */
  noteMessage: async (messageId: string, { scheduleId, companyId }: Known): Promise<void> => {
    await client.query(forgetEarlier, [scheduleId, messageId, awaitedDays]);
    await client.query(
      `insert into policy.scheduled_message (message_id, company_id, schedule_id) values ($1, $2, $3)
       on conflict do nothing`,
      [messageId, companyId, scheduleId],
    );
  },
  /** Which schedule each of these messages is of, where it is of one. */
  schedulesOf: async (messageIds: readonly string[]): Promise<Map<string, string>> => {
    if (messageIds.length === 0) return new Map();
    const { rows } = await client.query<{ message_id: string; schedule_id: string }>(
      'select message_id, schedule_id from policy.scheduled_message where message_id = any($1::uuid[])',
      [messageIds],
    );
    return new Map(rows.map(row => [row.message_id, row.schedule_id]));
  },
  /** What became of these is known for good. */
  settled: async (messageIds: readonly string[]): Promise<void> => {
    if (messageIds.length > 0)
      await client.query('delete from policy.scheduled_message where message_id = any($1::uuid[])', [
        messageIds,
      ]);
  },
});
export type ScheduleMemory = ReturnType<typeof scheduleMemory>;

const forgetEarlier = `
  delete from policy.scheduled_message
  where (schedule_id = $1 and message_id <> $2) or at < now() - make_interval(days => $3)`;
const remember = `
  insert into policy.schedule (schedule_id, company_id, contact_id, connection_id) values ($1, $2, $3, $4)
  on conflict (schedule_id) do update
  set contact_id = excluded.contact_id, connection_id = excluded.connection_id`;
