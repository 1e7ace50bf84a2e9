import type { PoolClient } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import { numberVariants } from '#domain/contact/number.ts';
import { withoutRepeats } from '#domain/shared/list.ts';
import type { Recorded } from '#eventstore/types.ts';
import { countSettled } from '../ledger.ts';
import { type Contact, type NameKeys, noteErased, type Person } from './erased-rows.ts';
import { ofProvider } from './of-provider.ts';

type Of<Type extends Recorded['type']> = Extract<Recorded, { type: Type }>;
type Fold = { readonly client: PoolClient; readonly provider: Provider };
/** Whether a number or LID is that of somebody else than a contact, who is there. */
export type IsOthers = (contact: Contact, name: string) => Promise<boolean>;

/** Keeps by which names WhatsApp knows a contact: an erasure must find the person by all of them. */
export const foldContact = async (
  { client, provider }: Fold,
  event: Of<'ContactCreated'> | Of<'ContactIdentified'>,
): Promise<void> => {
  const { contactId, number, lid } = event.data;
  await client.query({
    name: 'fold-contact',
    text: `insert into connector.contact as c (provider, contact_id, number, lid) values ($1, $2, $3, $4)
           on conflict (provider, contact_id)
           do update set number = coalesce(excluded.number, c.number), lid = coalesce(excluded.lid, c.lid)`,
    values: [provider, contactId, number || null, lid || null],
  });
};

type Erasing = Fold & { readonly isOthers: IsOthers };

/**
 * Drops every row of a contact who was erased, and the Signal sessions and mappings of the person on all accounts
 * of the company, as far as they are the provider's: connectors of others do the same of theirs. What has been decrypted
 * and is not taken in yet stays: it becomes a message of a new contact. What the person wrote while they were merged into
 * another stays with that one, without their names; and names that are somebody else's now, or were all along, are left
 * alone. What was under way meanwhile is looked for again: see repeat-purges.ts.
 */
export const foldErased = async (
  fold: Erasing & { readonly keys: NameKeys },
  event: Of<'ContactErased'>,
): Promise<void> => {
  const { client, provider, keys } = fold;
  const { companyId } = event;
  const { contactId } = event.data;
  const { rows } = await client.query<{ name: string }>(namesOf, [provider, contactId]);
  const person = { companyId, contactId, names: rows.map(({ name }) => name) };
  await noteErased({ client, provider, keys }, person);
  await purgePerson(fold, person);
  // Which members have a group's key is sealed text: it is forgotten for all groups and sent again to all.
  if (person.names.length > 0) await client.query(purgeMemories, [provider, companyId]);
  // The planner's statistics hold samples of what was there.
  await client.query(`analyze ${tables.map(name => `connector.${name}`).join(', ')}`);
};

/** The rows of a person, by all names that are not somebody else's by now, and of their messages. Idempotent. */
export const purgePerson = async ({ client, provider, isOthers }: Erasing, person: Person): Promise<void> => {
  const { companyId, contactId, names } = person;
  const own = await Promise.all(
    names.map(async name => ((await isOthers(person, name)) ? [] : waysOfWriting(name))),
  );
  const users = withoutRepeats(own.flat());
  if (users.length > 0) {
    const values = [provider, companyId, users.map(standingAlone).join('|')];
    for (const text of [purgeKeys, purgeJournal, purgeMembers, purgeAddresses])
      await client.query(text, values);
    for (const text of [purgeElsewhere, purgeQuestions])
      await client.query(text, [provider, companyId, users]);
  }
  await client.query(purgeContact, [provider, contactId]);
  await client.query(purgeFiles, [provider]);
};

const waysOfWriting = (user: string): readonly string[] =>
  user === '' ? [] : [user, ...(/^\d+$/.test(user) ? numberVariants(user) : [])];

const tables = ['contact', 'chat', 'message', 'wa_key', 'inbox_journal', 'address_book'];

const userOf = (jid: string) => `regexp_replace(${jid}, '[:@].*$', '')`;

const namesOf = `
  select number as name from connector.contact where provider = $1 and contact_id = $2 and number is not null
  union select lid from connector.contact where provider = $1 and contact_id = $2 and lid is not null
  union select ${userOf('jid')} from connector.chat where contact_id = $2
  union select ${userOf('jid')} from connector.message where contact_id = $2 and jid is not null`;

/** A pattern for a user within a jid or an address: not a part of a longer number. */
const standingAlone = (user: string): string =>
  `(^|[^0-9])${user.replaceAll(/[^0-9A-Za-z]/g, '\\$&')}($|[^0-9])`;

const accounts = 'select connection_id from connector.session where provider = $1 and company_id = $2';

const purgeKeys = `
  delete from connector.wa_key where account in (${accounts}) and id ~ $3`;
const purgeMemories = `
  delete from connector.wa_key where account in (${accounts}) and type = 'sender-key-memory'`;
/** What still waited for a content that can be read counts as rejected now. */
const purgeJournal = `
  with gone as (
    delete from connector.inbox_journal
    where account in (${accounts}) and (handled or waiting or problem is not null)
      and (chat ~ $3 or participant ~ $3 or attrs::text ~ $3) returning account, waiting),
  settled as (select account, 'erased'::text reason from gone where waiting)
  ${countSettled}`;
/** What a member of a group wrote stays where it is found by its id, without who it was. */
const purgeMembers = `
  with own as (
    select message_id from connector.message where connection_id in (${accounts}) and participant ~ $3),
    gone as (insert into connector.erased_message (message_id) select message_id from own on conflict do nothing)
  update connector.message set participant = null, unread = false, to_read = false
  where connection_id in (${accounts}) and participant ~ $3`;
/** The phone itself still has them: they come back when the connection is paired again. */
const purgeAddresses = `
  delete from connector.address_book
  where connection_id in (${accounts}) and (jid ~ $3 or number ~ $3 or lid ~ $3)`;

/** Where another contact is written to must not be who is gone. */
const purgeElsewhere = `
  with chats as (
    delete from connector.chat where connection_id in (${accounts}) and ${userOf('jid')} = any($3))
  update connector.message set jid = null, unread = false, to_read = false
  where connection_id in (${accounts}) and ${userOf('jid')} = any($3)`;

const purgeQuestions = `
  delete from connector.number_check
  where company_id = $2 and number = any($3) and connection_id in (${accounts})`;

const ours = (table: string) => ofProvider(`${table}.connection_id`, '$1');
const purgeContact = `
  with own as (select message_id from connector.message where contact_id = $2 and ${ours('message')}),
    gone as (insert into connector.erased_message (message_id) select message_id from own on conflict do nothing),
    timers as (delete from connector.chat_timer where contact_id = $2 and ${ours('chat_timer')}),
    names as (delete from connector.contact where provider = $1 and contact_id = $2),
    chats as (delete from connector.chat where contact_id = $2 and ${ours('chat')}),
    messages as (delete from connector.message where contact_id = $2 and ${ours('message')})
  delete from connector.outbox where contact_id = $2 and ${ours('outbox')}`;

/** Where files of erased messages are to be had, or were put, and what changes of them would be opened with. */
const purgeFiles = `
  with downloads as (
    delete from connector.media_download d using connector.erased_message e
    where d.message_id = e.message_id and ${ours('d')}),
    secrets as (
      delete from connector.message_secret s using connector.erased_message e
      where s.message_id = e.message_id and ${ours('s')})
  delete from connector.media_upload u using connector.erased_message e
  where u.message_id = e.message_id and ${ours('u')}`;
