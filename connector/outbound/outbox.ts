import type { Pool } from 'pg';
import { together } from '#eventstore/together.ts';
import { type FencingToken, heldBy } from '../session/leases.ts';

/** A message, or a change of one that is there. `id` is the message's or the change's. */
export type OutboxRow = {
  readonly id: string;
  readonly messageId: string;
  readonly contactId: string;
  readonly waId: string;
  readonly kind: 'message' | 'edit' | 'deletion' | 'reaction';
  /** Where the log asked for it: another one when it was asked for again. */
  readonly position: number;
  /** Tries so far, this one included. */
  readonly tries: number;
  /** An earlier try may have gone out. */
  readonly uncertain: boolean;
  /** Where the contact last wrote from, as far as that was looked up. */
  readonly jid?: string | undefined;
  /** After how many seconds what is sent in its chat vanishes. */
  readonly vanishesIn?: number | undefined;
  /** Something else is wanted of the message, or was: its deletion for instance. */
  readonly changed?: boolean | undefined;
};
/** What people write, what programs have queued, and what is sent to many at the connection's pace. */
export type Lane = 'single' | 'program' | 'mass';
export type ToRead = { readonly id: string; readonly remoteJid: string; readonly participant: string | null };
/** Whether something is to be sent in each lane, to be uploaded, or to be told as read. */
export type Due = { readonly [what in Lane | 'uploads' | 'reads']: boolean };
type State = 'queued' | 'sending' | 'sent' | 'failed' | 'dropped';

/**
 * What one connection still has to send, in the order it was queued; what programs have queued goes behind what people
 * write.
 */
export type Outbox = {
  /** What was on its way when the last socket ended. */
  readonly onTheirWay: () => Promise<OutboxRow[]>;
  /** All that is sent again, under the same id; nothing when another process holds the connection. */
  readonly recover: () => Promise<void>;
  /** What there is to do. */
  readonly due: () => Promise<Due>;
  /**
   * The next to send; fewer than the limit when there are no more. A change waits until its message, and every earlier change of that, is settled; `settle` tells
   * when there is one. Nothing when another process holds the connection.
   */
  readonly take: (limit: number, lane: Lane) => Promise<OutboxRow[]>;
  /**
   * Back to its place. `tried`: this try counts; `uncertain`: it may have gone out. Nothing when another process holds
   * the connection: that one has put it back.
   */
  readonly putBack: (
    row: OutboxRow,
    how: { readonly tried: boolean; readonly uncertain: boolean },
  ) => Promise<void>;
  /**
   * Resolves with whether changes of the message wait for this. A failure does not hold against a later asking, nor
   * against what WhatsApp has taken.
   */
  readonly settle: (row: OutboxRow, state: 'sent' | 'failed' | 'dropped') => Promise<boolean>;
  /**
   * Messages whose file WhatsApp does not have yet, but for those with these ids. Of what is sent to many only the next.
   * Until `uploaded` neither they are taken nor what comes after them in their chat.
   */
  readonly toUpload: (limit: number, except: readonly string[]) => Promise<OutboxRow[]>;
  readonly uploaded: (row: OutboxRow) => Promise<void>;
  readonly byWaId: (waId: string) => Promise<(OutboxRow & { readonly state: State }) | undefined>;
  /** Whether a message was deleted before it went out. */
  readonly wasDropped: (messageId: string) => Promise<boolean>;
  /** Mass messages tried in the last 24 hours, and when the oldest of them was (ms since 1970). */
  readonly massInADay: () => Promise<{ readonly count: number; readonly oldest: number | null }>;
  /** Messages of contacts that an attendant has seen and whose writers do not know it yet. */
  readonly toRead: (limit: number) => Promise<ToRead[]>;
  readonly toldRead: (waIds: readonly string[]) => Promise<void>;
};

/** A row as Postgres has it. */
export type StoredRow = {
  id: string;
  message_id: string;
  contact_id: string;
  wa_id: string;
  kind: OutboxRow['kind'];
  position: number;
  tries: number;
  uncertain: boolean;
  state: State;
  jid?: string | null;
  vanishes_in?: number | null;
  changed?: boolean;
};
export const rowColumns =
  'id, message_id, contact_id, wa_id, kind, position::float8 as position, tries, uncertain, state';

/** For the holder of the connection's lease. */
export const openOutbox = (pool: Pool, connectionId: string, { holder, epoch }: FencingToken): Outbox => {
  const ask = async (name: string, text: string, ...values: unknown[]): Promise<StoredRow[]> =>
    (await pool.query<StoredRow>({ name, text, values: [connectionId, ...values] })).rows;
  const settleSent = together<string, ReadonlySet<string>>({
    ...{ waitMs: 15, most: 50 },
    write: async ids => {
      const settled = { name: 'outbox-settle-sent', text: settleSentText, values: [ids] };
      const { rows } = await pool.query<{ id: string }>(settled);
      return new Set(rows.map(row => row.id));
    },
  });
  return {
    onTheirWay: async () => (await ask('outbox-on-their-way', onTheirWay)).map(readRow),
    recover: async () => {
      await ask('outbox-recover', recover, holder, epoch);
    },
    due: async () => {
      const { rows } = await pool.query<Due>({ name: 'outbox-due', text: due, values: [connectionId] });
      return rows[0] ?? { single: true, program: true, mass: true, uploads: true, reads: true };
    },
    take: async (limit, lane) =>
      (await ask('outbox-take', take, limit, lane === 'mass', holder, epoch, lane === 'program')).map(
        readRow,
      ),
    putBack: async ({ id, position }, { tried, uncertain }) => {
      await ask('outbox-put-back', putBack, id, position, tried ? 0 : 1, uncertain, holder, epoch);
    },
    settle: async ({ id, position }, state) => {
      if (state === 'sent') return (await settleSent.add(id)).has(id);
      const values = [id, position, state];
      const { rows } = await pool.query<{ waiting: boolean }>({
        name: 'outbox-settle',
        text: settle,
        values,
      });
      return rows[0]?.waiting === true;
    },
    toUpload: async (limit, except) => (await ask('outbox-to-upload', toUpload, limit, except)).map(readRow),
    uploaded: async ({ id }) => {
      await ask('outbox-uploaded', uploaded, id);
    },
    byWaId: async waId => {
      const [row] = await ask('outbox-by-wa-id', byWaId, waId);
      return row && { ...readRow(row), state: row.state };
    },
    wasDropped: async messageId => (await ask('outbox-by-id', byId, messageId))[0]?.state === 'dropped',
    massInADay: async () => {
      const { rows } = await pool.query<{ count: number; oldest: number | null }>({
        ...{ name: 'outbox-mass', text: massInADay, values: [connectionId] },
      });
      return rows[0] ?? { count: 0, oldest: null };
    },
    toRead: async limit => {
      const { rows } = await pool.query<{ wa_id: string; jid: string; participant: string | null }>({
        name: 'to-read',
        text: `select wa_id, jid, participant from connector.message
               where connection_id = $1 and to_read and jid is not null limit $2`,
        values: [connectionId, limit],
      });
      return rows.map(row => ({ id: row.wa_id, remoteJid: row.jid, participant: row.participant }));
    },
    toldRead: async waIds => {
      await pool.query({
        name: 'told-read',
        text: 'update connector.message set to_read = false where connection_id = $1 and wa_id = any($2)',
        values: [connectionId, waIds],
      });
    },
  };
};

/** Of a row of the outbox. */
const timerOf = (row: string): string => `
  (select nullif(seconds, 0) from connector.chat_timer t
   where t.connection_id = $1 and t.contact_id = ${row}.contact_id)`;
const onTheirWay = `
  select ${rowColumns} from connector.outbox where connection_id = $1 and state = 'sending' order by position`;
// What was taken once goes first: what was written in its chat meanwhile must not overtake it.
const recover = `
  update connector.outbox
  set state = 'queued', tries = greatest(tries - 1, 0), uncertain = true, behind = false
  where connection_id = $1 and state = 'sending' and ${heldBy('$1', '$2', '$3')}`;
const queued = `select from connector.outbox where connection_id = $1 and state = 'queued'`;
const due = `
  select exists (${queued} and not mass and not behind and not uploading) as single,
    exists (${queued} and not mass and behind and not uploading) as program, exists (${queued} and mass) as mass,
    exists (${queued} and uploading) as uploads,
    exists (select from connector.message where connection_id = $1 and to_read and jid is not null) as reads`;
const take = `
  with next as (
    select id from connector.outbox o
    where connection_id = $1 and state = 'queued' and mass = $3 and behind = $6 and ${heldBy('$1', '$4', '$5')} and not uploading and not exists (
      select from connector.outbox u where u.connection_id = $1 and u.contact_id = o.contact_id
        and u.uploading and u.state = 'queued' and u.mass = o.mass and u.position < o.position)
    and (kind = 'message' or not exists (
      select from connector.outbox e where e.message_id = o.message_id and e.position < o.position
        and e.state in ('queued', 'sending')))
    order by o.position limit $2 for update),
  taken as (
    update connector.outbox o set state = 'sending', tries = tries + 1, updated_at = now()
    from next where o.id = next.id returning o.*)
  select ${rowColumns}, (select jid from connector.chat c where c.connection_id = $1 and c.contact_id = taken.contact_id) as jid,
    ${timerOf('taken')} as vanishes_in,
    exists (select from connector.outbox c where c.message_id = taken.message_id and c.id <> taken.id) as changed
  from taken order by taken.position`;
const toUpload = `
  select ${rowColumns} from connector.outbox
  where connection_id = $1 and uploading and state = 'queued' and id <> all($3::uuid[]) and (not mass or position = (
    select min(position) from connector.outbox where connection_id = $1 and mass and state = 'queued'))
  order by mass, position limit $2`;
const uploaded = 'update connector.outbox set uploading = false where connection_id = $1 and id = $2';
const putBack = `
  update connector.outbox
  set state = 'queued', tries = greatest(tries - $4, 0), uncertain = uncertain or $5, behind = false,
    updated_at = now()
  where connection_id = $1 and id = $2 and position = $3 and state = 'sending'
    and ${heldBy('$1', '$6', '$7')}`;
/** Found by the message in an index of changes alone: of messages there may be thousands that wait. */
const changesWait = `select from connector.outbox c
    where c.message_id = s.message_id and c.kind <> 'message' and c.id <> s.id and c.state = 'queued'`;
const settle = `
  with settled as (
    update connector.outbox set state = $3, updated_at = now()
    where id = $1 and position = $2 and state in ('queued', 'sending')
    returning id, message_id)
  select exists (select from settled s where exists (${changesWait})) as waiting`;
const settleSentText = `
  with settled as (
    update connector.outbox set state = 'sent', updated_at = now()
    where id = any($1) and state in ('queued', 'sending', 'failed')
    returning id, message_id)
  select id from settled s where exists (${changesWait})`;
const byWaId = `
  select ${rowColumns}, ${timerOf('o')} as vanishes_in from connector.outbox o
  where connection_id = $1 and wa_id = $2`;
const byId = `select ${rowColumns} from connector.outbox where connection_id = $1 and id = $2`;
const massInADay = `
  select count(*)::int as count, extract(epoch from min(updated_at))::float8 * 1000 as oldest
  from connector.outbox
  where connection_id = $1 and mass and updated_at > now() - interval '1 day' and state <> 'queued'`;

export const readRow = (row: StoredRow): OutboxRow => ({
  id: row.id,
  messageId: row.message_id,
  contactId: row.contact_id,
  waId: row.wa_id,
  kind: row.kind,
  position: row.position,
  tries: row.tries,
  uncertain: row.uncertain,
  jid: row.jid ?? undefined,
  vanishesIn: row.vanishes_in ?? undefined,
  changed: row.changed,
});
