import type { PoolClient } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import type { Recorded } from '#eventstore/types.ts';
import { foldRequested } from '../media/fold-requested.ts';
import { areGroupsIgnored } from '../session/session-rows.ts';
import { foldContact, foldErased, type IsOthers } from './erase-contact.ts';
import type { NameKeys } from './erased-rows.ts';
import { foldChange, foldRetried } from './fold-changes.ts';
import { foldMoved, type IsTicketOf } from './fold-moved.ts';
import { foldQueued } from './fold-queued.ts';
import { foldReceived } from './fold-received.ts';
import { ofProvider } from './of-provider.ts';

/**
 * `session <id>`: a session is to be opened, closed or asked; `send <id>`: there is something to send; `removed <id>`:
 * there is, and nobody to send it; `media <id>`: a file is wanted.
 */
export type Wake = `${'session' | 'send' | 'removed' | 'media'} ${string}`;

type Of<Type extends Recorded['type']> = Extract<Recorded, { type: Type }>;
/** Whose connections' events are written down, and what is asked of contacts and tickets for that. */
export type Following = {
  readonly provider: Provider;
  readonly isOthers: IsOthers;
  readonly isTicketOf: IsTicketOf;
  readonly keys: NameKeys;
};
type Fold = Following & { readonly client: PoolClient; readonly woken: Set<Wake> };

const concerning: ReadonlySet<Recorded['type']> = new Set([
  'CompanySettingChanged',
  'ConnectionCreated',
  'ConnectionChanged',
  'ConnectionSessionRequested',
  'ConnectionLogoutRequested',
  'ConnectionRemoved',
  'ContactCreated',
  'ContactIdentified',
  'ContactErased',
  'ContactChatTimerSet',
  'ContactUnmergedFrom',
  'MessageReceived',
  'MessageQueued',
  'MessageRetried',
  'MessageEditRequested',
  'MessageDeletionRequested',
  'MessageReactionRequested',
  'MessageMediaRequested',
  'MessageMoved',
  'TicketRead',
] as const);

/** Whether an event changes anything in the connector's tables. */
export const concernsConnector = (event: Recorded): boolean => concerning.has(event.type);

/**
 * Writes what a batch of events means to the connector's tables, in the log's order. Returns whose
 * session or sender has something to do. Events in a row of the same type are written together.
 */
export const foldBatch = async (
  client: PoolClient,
  following: Following,
  events: readonly Recorded[],
): Promise<ReadonlySet<Wake>> => {
  const fold: Fold = { ...following, client, woken: new Set() };
  for (let from = 0; from < events.length; ) {
    const type = events[from]?.type;
    let to = from;
    while (to < events.length && events[to]?.type === type) to += 1;
    await foldRun(fold, events.slice(from, to));
    from = to;
  }
  return fold.woken;
};

const foldRun = async (fold: Fold, run: readonly Recorded[]): Promise<void> => {
  const received = run.filter(isType('MessageReceived'));
  if (received.length > 0) return foldReceived(fold, received);
  const queued = run.filter(isType('MessageQueued'));
  if (queued.length > 0) return foldQueued(fold, queued);
  for (const event of run) await foldOne(fold, event);
};

const isType =
  <Type extends Recorded['type']>(type: Type) =>
  (event: Recorded): event is Of<Type> =>
    event.type === type;

const foldOne = async (fold: Fold, event: Recorded): Promise<void> => {
  const { client } = fold;
  switch (event.type) {
    case 'CompanySettingChanged':
      if (event.data.key !== 'CheckMsgIsGroup') return;
      await client.query(
        `insert into connector.company values ($1, $2)
         on conflict (company_id) do update set ignores_groups = excluded.ignores_groups`,
        [event.companyId, areGroupsIgnored(event.data.value)],
      );
      return;
    case 'ConnectionCreated':
    case 'ConnectionChanged':
      return foldConnection(fold, event);
    case 'ConnectionSessionRequested':
      return ask(fold, event, event.data.newPairing ? 'pair' : 'start');
    case 'ConnectionLogoutRequested':
      return ask(fold, event, 'logout');
    case 'ConnectionRemoved':
      await client.query(
        `insert into connector.removed (connection_id, provider)
         select connection_id, provider from connector.session where connection_id = $1 and provider = $2
         on conflict do nothing`,
        [event.data.connectionId, fold.provider],
      );
      return ask(fold, event, 'remove');
    case 'ContactCreated':
    case 'ContactIdentified':
      return foldContact(fold, event);
    case 'ContactErased':
      return foldErased(fold, event);
    case 'ContactChatTimerSet':
      return foldTimer(fold, event);
    case 'ContactUnmergedFrom':
      // Where one wrote while they were one may be where the other is found.
      await client.query(forgetChats, [[event.data.contactId, event.data.winnerId], fold.provider]);
      return;
    case 'MessageMoved':
      return foldMoved(fold, event);
    case 'MessageMediaRequested':
      for (const id of await foldRequested(fold, event)) fold.woken.add(`media ${id}`);
      return;
    case 'MessageRetried':
      return foldRetried(fold, event);
    case 'MessageEditRequested':
    case 'MessageDeletionRequested':
    case 'MessageReactionRequested':
      return foldChange(fold, event);
    case 'TicketRead':
      return foldRead(fold, event);
    default:
      return;
  }
};

const foldTimer = async ({ client, provider }: Fold, { data }: Of<'ContactChatTimerSet'>): Promise<void> => {
  await client.query({
    name: 'fold-timer',
    text: `insert into connector.chat_timer (connection_id, contact_id, seconds)
           select connection_id, $3, $4 from connector.session where connection_id = $1 and provider = $2
           on conflict (connection_id, contact_id) do update set seconds = excluded.seconds`,
    values: [data.connectionId, provider, data.contactId, data.seconds],
  });
};

const forgetChats = `
  delete from connector.chat where contact_id = any($1::uuid[]) and ${ofProvider('chat.connection_id', '$2')}`;

const foldConnection = async (
  { client, provider, woken }: Fold,
  event: Of<'ConnectionCreated'> | Of<'ConnectionChanged'>,
): Promise<void> => {
  const { connectionId } = event.data;
  if (event.data.provider === provider) {
    const { rowCount } = await client.query(
      `insert into connector.session (connection_id, company_id, provider, imports_history)
       values ($1, $2, $3, $4) on conflict do nothing`,
      [connectionId, event.companyId, provider, event.data.importsHistory],
    );
    if (!rowCount)
      await client.query('update connector.session set imports_history = $2 where connection_id = $1', [
        connectionId,
        event.data.importsHistory,
      ]);
    else woken.add(`session ${connectionId}`);
    return;
  }
  const { rowCount } = await client.query(
    `update connector.session set wanted = false, ask = 'remove', ask_position = $3
     where connection_id = $1 and provider = $2 and ask_position < $3`,
    [connectionId, provider, event.position],
  );
  if (rowCount) woken.add(`session ${connectionId}`);
};

/** What was asked for and done is not asked for again when its event comes again. */
const ask = async (
  { client, provider, woken }: Fold,
  event: Of<'ConnectionSessionRequested'> | Of<'ConnectionLogoutRequested'> | Of<'ConnectionRemoved'>,
  what: 'start' | 'pair' | 'logout' | 'remove',
): Promise<void> => {
  const { connectionId } = event.data;
  const wanted = what === 'start' || what === 'pair';
  const number = event.type === 'ConnectionSessionRequested' ? event.data.phoneNumber : null;
  await client.query(
    `update connector.session set wanted = $3, ask = $4, ask_position = $5, pairing_number = $6, pairing_code = ''
     where connection_id = $1 and provider = $2 and ask_position < $5`,
    [connectionId, provider, wanted, what, event.position, number],
  );
  woken.add(`session ${connectionId}`);
};

const foldRead = async ({ client, provider, woken }: Fold, event: Of<'TicketRead'>): Promise<void> => {
  const { rows } = await client.query<{ connection_id: string }>({
    name: 'fold-read',
    text: `update connector.message m set unread = false, to_read = true
           from connector.session s
           where m.ticket_id = $1 and m.unread and s.connection_id = m.connection_id and s.provider = $2
           returning m.connection_id`,
    values: [event.data.ticketId, provider],
  });
  for (const row of rows) woken.add(`send ${row.connection_id}`);
};
