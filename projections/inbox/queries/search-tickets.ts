import type { Queryable } from '../../tenant.ts';
import { wordsInContact, wordsInContactKeys, wordsInEachMessage, wordsInMessage } from './search-words.ts';
import { nameOf, type Parameters, parameters } from './statement.ts';

/** With up to so many messages and contacts a search is rare, and all that it finds is put in order. */
const rareAtMost = 4_000;
/** Of a common word so many of each ticket's newest messages are looked through… */
const messagesOfEach = 50;
/** …in so many tickets by one call. */
export const walkAtMost = 1_000;

type Add = Parameters['add'];

/** What of the newest messages tells at once that words are everywhere: the indexes' lists of them are long. */
const glance = { messages: 400, with: 40 };

/** Whether what has all the words is so little that an index gives all of it. */
export const isRare = async (db: Queryable, words: readonly string[]): Promise<boolean> =>
  !(await isEverywhere(db, words)) && (await isLittle(db, words));

const isEverywhere = async (db: Queryable, words: readonly string[]): Promise<boolean> => {
  const { values, add } = parameters();
  const text = `
    select count(*)::int as messages from (
      select m.sought from inbox.own_message m where m.company_id = ${add(db.companyId)}
      order by m.sent_at desc, m.placed desc limit ${glance.messages}) m
    where ${wordsInEachMessage(words, 'm', add).join(' and ')}`;
  const [found] = await db.query<{ messages: number }>(nameOf('search_glance', text), text, values);
  if ((found?.messages ?? 0) <= glance.with) return false;
  const [all] = await db.query<{ more: boolean }>(nameOf('search_many', many), many, [db.companyId]);
  return all?.more === true;
};

const many = `
  select exists (select from inbox.own_message m where m.company_id = $1
    order by m.sent_at desc, m.placed desc offset ${rareAtMost} limit 1) as more`;

const isLittle = async (db: Queryable, words: readonly string[]): Promise<boolean> => {
  const { values, add } = parameters();
  const company = add(db.companyId);
  const text = `
    select (select count(*) from (${messages(words, company, add, 'm.id')} limit ${rareAtMost + 1}))::int as messages,
           (select count(*) from (${contacts(words, db.companyId, add)} limit ${rareAtMost + 1}))::int as contacts`;
  const name = nameOf('search_size', text);
  const [size] = await db.query<{ messages: number; contacts: number }>(name, text, values);
  return size !== undefined && size.messages <= rareAtMost && size.contacts <= rareAtMost;
};

/** The ids of all tickets with such a message, or of such a contact; of whoever is shown under one too. */
export const rareTickets = (words: readonly string[], companyId: string, add: Add): string => {
  const company = add(companyId);
  return `
    select f.ticket_id as id from (${messages(words, company, add, 'm.ticket_id')}) f
    union
    select o.id from (
      select c.id from (${contacts(words, companyId, add)}) c
      union
      select k.id from (${contacts(words, companyId, add)}) c join inbox.contact k on k.merged_into = c.id
    ) c join inbox.ticket o on o.contact_id = c.id`;
};

/** The same as a condition on one `inbox.ticket t`, which asks only its newest messages. */
export const commonInTicket = (words: readonly string[], add: Add): string => `(
  exists (select from inbox.contact own join inbox.contact s on s.id in (own.id, own.merged_into)
    where own.id = t.contact_id and ${wordsInContact(words, 's', add).join(' and ')})
  or exists (select from (
      select n.sought from inbox.message n where n.ticket_id = t.id
      order by n.sent_at desc, n.placed desc limit ${messagesOfEach}) n
    where ${wordsInEachMessage(words, 'n', add).join(' and ')}))`;

const messages = (words: readonly string[], company: string, add: Add, column: string): string => `
  select ${column} from inbox.own_message m
  where ${[`m.company_id = ${company}`, ...wordsInMessage(words, 'm', add)].join(' and ')}`;

const contacts = (words: readonly string[], companyId: string, add: Add): string => `
  select s.id from inbox.own_contact s
  where ${[`s.company_id = ${add(companyId)}`, ...wordsInContactKeys(words, companyId, add), ...wordsInContact(words, 's', add)].join(' and ')}`;
