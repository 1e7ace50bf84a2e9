import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import type { Letter } from './attend-policy.ts';

/** For so long after a scheduled message what its contact writes is the reply to it. */
const replyMs = 7 * 86_400_000;

/** The reply that a scheduled message waits for: it opens a ticket for the author. */
export type AwaitedReply = {
  readonly companyId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly userId: string;
  /** ISO, when the message went out. */
  readonly at: string;
};

/** What is waited for within one batch, found in memory and written in bulk. */
export type AwaitedReplies = {
  /** What this letter is the reply to: the first that a contact writes after the newest such message. */
  readonly answeredBy: (letter: Letter) => AwaitedReply | undefined;
  readonly write: (client: PoolClient) => Promise<void>;
};

/** `events` are the batch, in the log's order, and `letters` what is written in it. */
export const readAwaitedReplies = async (
  client: PoolClient,
  events: readonly Recorded[],
  letters: readonly Letter[],
): Promise<AwaitedReplies> => {
  const written = new Map(
    letters.flatMap(({ event, contactId, from }) =>
      contactId !== undefined && from === 'contact' ? [[event.id, contactId] as const] : [],
    ),
  );
  const waiting = await readWaiting(client, [...new Set(written.values())]);
  const before = new Map(waiting);
  const replies = new Map<string, AwaitedReply>();
  for (const event of events) {
    const contactId = written.get(event.id);
    const awaited = contactId === undefined ? undefined : waiting.get(contactId);
    if (awaited) {
      waiting.delete(awaited.contactId);
      if (Date.parse(event.metadata.at) - Date.parse(awaited.at) < replyMs) replies.set(event.id, awaited);
    }
    const told = toldBy(event);
    if (told) waiting.set(told.contactId, told);
  }
  return {
    answeredBy: ({ event }) => replies.get(event.id),
    write: async client => {
      const gone = [...before.keys()].filter(id => !waiting.has(id));
      if (gone.length > 0)
        await client.query('delete from policy.awaited_reply where contact_id = any($1::uuid[])', [gone]);
      const news = [...waiting.values()].filter(each => before.get(each.contactId) !== each);
      if (news.length > 0) await client.query(remember, [JSON.stringify(news)]);
    },
  };
};

const toldBy = (event: Recorded): AwaitedReply | undefined => {
  if (event.type !== 'ScheduledMessageSendingStarted' || !event.data.replyTo) return undefined;
  return { companyId: event.companyId, at: event.data.startedAt, ...event.data.replyTo };
};

const readWaiting = async (
  client: PoolClient,
  contactIds: readonly string[],
): Promise<Map<string, AwaitedReply>> => {
  if (contactIds.length === 0) return new Map();
  const { rows } = await client.query<Omit<AwaitedReply, 'at'> & { readonly at: Date }>(
    `select company_id as "companyId", contact_id as "contactId", connection_id as "connectionId",
       user_id as "userId", at
     from policy.awaited_reply where contact_id = any($1::uuid[])`,
    [contactIds],
  );
  return new Map(rows.map(row => [row.contactId, { ...row, at: row.at.toISOString() }]));
};

const remember = `
  insert into policy.awaited_reply (contact_id, company_id, connection_id, user_id, at)
  select * from jsonb_to_recordset($1::jsonb) as told (
    "contactId" uuid, "companyId" uuid, "connectionId" uuid, "userId" uuid, at timestamptz)
  on conflict (contact_id) do update set company_id = excluded.company_id,
    connection_id = excluded.connection_id, user_id = excluded.user_id, at = excluded.at`;
