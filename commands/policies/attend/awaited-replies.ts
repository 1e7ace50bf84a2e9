import type { Pool, PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import type { Letter } from './letter.ts';

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

/** What is waited for within one batch: read where it is asked for, and written in bulk. */
export type AwaitedReplies = {
  /** What this letter is the reply to: the newest such message, once. Asked of each ticket's letters in their order. */
  readonly answeredBy: (letter: Letter) => Promise<AwaitedReply | undefined>;
  readonly write: () => Promise<void>;
};

/** The contact that one is shown under. */
export type ShownAs = (companyId: string, contactId: string) => Promise<string>;

/** Read through the pool: tickets are answered side by side, and a client does one thing at a time. */
export const awaitedReplies = (
  { pool, shownAs }: { readonly pool: Pool; readonly shownAs: ShownAs },
  client: PoolClient,
  events: readonly Recorded[],
): AwaitedReplies => {
  const told = Map.groupBy(
    events.flatMap(event => toldBy(event) ?? []),
    ({ reply }) => reply.contactId,
  );
  const answered = new Map<string, number>();

  const waiting = async (contactId: string, { position }: Recorded): Promise<AwaitedReply | undefined> => {
    const since = answered.get(contactId);
    const newest = told.get(contactId)?.findLast(each => each.position < position);
    if (newest) return since !== undefined && since > newest.position ? undefined : newest.reply;
    return since === undefined ? readWaiting(pool, contactId) : undefined;
  };

  const takenFrom = async (contactId: string, event: Recorded): Promise<AwaitedReply | undefined> => {
    const reply = await waiting(contactId, event);
    if (reply) answered.set(contactId, event.position);
    return reply;
  };

  const ofCompanies = new Map<string, Promise<boolean>>();
  const isAnyAwaited = (companyId: string, at: string): Promise<boolean> => {
    const known = ofCompanies.get(companyId);
    if (known !== undefined) return known;
    const isTold = [...told.values()].flat().some(({ reply }) => reply.companyId === companyId);
    const looking = isTold ? Promise.resolve(true) : isAnyWaiting(pool, companyId, at);
    ofCompanies.set(companyId, looking);
    return looking;
  };

  return {
    answeredBy: async ({ contactId, companyId, event, from }) => {
      if (contactId === undefined || from !== 'contact') return undefined;
      let reply = await takenFrom(contactId, event);
      // What is sent to a merged contact is awaited from the one it is shown under, and may be answered in its own ticket.
      if (!reply && (await isAnyAwaited(companyId, event.metadata.at))) {
        const shownId = await shownAs(companyId, contactId);
        if (shownId !== contactId) reply = await takenFrom(shownId, event);
      }
      if (!reply) return undefined;
      return Date.parse(event.metadata.at) - Date.parse(reply.at) < replyMs ? reply : undefined;
    },
    write: async () => {
      if (answered.size > 0)
        await client.query('delete from policy.awaited_reply where contact_id = any($1::uuid[])', [
          [...answered.keys()],
        ]);
      const left = [...told.values()].flatMap(each => {
        const last = each.at(-1);
        return last && last.position > (answered.get(last.reply.contactId) ?? -1) ? [last.reply] : [];
      });
      if (left.length > 0) await client.query(remember, [JSON.stringify(left)]);
    },
  };
};

const toldBy = (event: Recorded): { readonly position: number; readonly reply: AwaitedReply } | undefined => {
  if (event.type !== 'ScheduledMessageSendingStarted') return undefined;
  const { replyTo, startedAt: at } = event.data;
  return replyTo
    ? { position: event.position, reply: { companyId: event.companyId, at, ...replyTo } }
    : undefined;
};

const readWaiting = async (pool: Pool, contactId: string): Promise<AwaitedReply | undefined> => {
  const { rows } = await pool.query<Omit<AwaitedReply, 'at'> & { readonly at: Date }>(
    `select company_id as "companyId", contact_id as "contactId", connection_id as "connectionId",
       user_id as "userId", at
     from policy.awaited_reply where contact_id = $1`,
    [contactId],
  );
  return rows[0] && { ...rows[0], at: rows[0].at.toISOString() };
};

/** Whether a company waits for any reply that a letter of that time can be. */
const isAnyWaiting = async (pool: Pool, companyId: string, letterAt: string): Promise<boolean> => {
  const text = 'select from policy.awaited_reply where company_id = $1 and at > $2 limit 1';
  const since = new Date(Date.parse(letterAt) - replyMs);
  return (await pool.query(text, [companyId, since])).rowCount !== 0;
};

const remember = `
  insert into policy.awaited_reply (contact_id, company_id, connection_id, user_id, at)
  select * from jsonb_to_recordset($1::jsonb) as told (
    "contactId" uuid, "companyId" uuid, "connectionId" uuid, "userId" uuid, at timestamptz)
  on conflict (contact_id) do update set company_id = excluded.company_id,
    connection_id = excluded.connection_id, user_id = excluded.user_id, at = excluded.at`;
