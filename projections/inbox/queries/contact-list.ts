import type { z } from 'zod';
import type { contactListAnswer, contactsAnswer } from '#contracts/contacts.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { type Asked, type ContactFilter, keysOf, peopleOf, walletsOf } from './contact-filter.ts';
import {
  allOf,
  hasBeginnings,
  havingKeys,
  type KeyQuery,
  ofCompany,
  sample,
  soughtIn,
} from './contact-keys.ts';
import { contactColumns } from './contacts.ts';
import { cursorOf, nameOf, type Parameters, parameters, readCursor, uuidPattern } from './statement.ts';

export const contactPageSize = 40;

export type ContactPage = z.output<typeof contactsAnswer>;

/** So many are counted. */
export const mostCounted = 5_000;
/** So many an index gives, to be put in order. */
const mostGiven = 10_000;
const longestList = 5_000;
/**
 * Of few an index gives all that are in the list, and they are put in order. Of many there is one soon enough when one
 * goes through all contacts by name. Many are so many in a sample of one in 256: of a word, who stand together in the
 * alphabet, more than are given, with five standard deviations between; of a number, which says nothing of names, fewer;
 * of several words fewest, whose lists in the index are long where few have all of them.
 */
const manyInSample = { word: 70, number: 42, words: 10 };

type Add = Parameters['add'];
type Found = ContactPage['contacts'][number] & { readonly sought: string };

/**
 * A page of the company's people by name, without those removed or shown under another, and without those that are
 * others' where the company works with wallets. The search is a part of the name or e-mail, whatever its accents and
 * capitals, or, where it has no letters, digits of the number. A cursor goes before a page number; one that is not ours
 * is the first page.
 */
export const listContacts = async (
  db: Queryable,
  viewer: Viewer,
  filter: ContactFilter = {},
  isCommon = isMuch,
): Promise<ContactPage> => {
  const after = readCursor(filter.cursor, [uuidPattern, /^[\w-]*$/]);
  const asked: Asked = { db, viewer, filter, wallets: await walletsOf(db, viewer), after };
  const keys = keysOf(asked);
  const few = keys && !(await isCommon(asked, keys)) ? await byKeys(asked, keys) : undefined;
  const { found, count } = few ?? (await byName(asked, keys !== undefined));
  const shown = found.slice(0, contactPageSize);
  const last = shown.at(-1);
  const hasMore = found.length > contactPageSize;
  const nextCursor =
    hasMore && last ? cursorOf(last.id, Buffer.from(last.sought).toString('base64url')) : null;
  return { contacts: shown.map(({ sought: _, ...contact }) => contact), hasMore, count, nextCursor };
};

export type ListedContact = z.output<typeof contactListAnswer>[number];

/** The first of them by name, for choosing one. */
export const contactNames = async (db: Queryable, viewer: Viewer): Promise<readonly ListedContact[]> => {
  const asked: Asked = { db, viewer, filter: {}, wallets: await walletsOf(db, viewer), after: undefined };
  const { values, add } = parameters();
  const text = `select c.id, c.name, c.number, c.email, c.queue_id as "queueId" ${peopleOf(asked, add)}
    order by c.sought, c.id limit ${longestList}`;
  return db.query<ListedContact>(nameOf('contact_names', text), text, values);
};

/** Beginnings of keys have long lists: for them the sample is asked for the conditions alone. */
const isMuch = async (asked: Asked, keys: KeyQuery): Promise<boolean> => {
  const { values, add } = parameters();
  const wanted = allOf([hasBeginnings(keys) ? ofCompany(asked.db.companyId) : keys, sample]);
  const sampled = `${peopleOf(asked, add)} and ${havingKeys(wanted, add)}`;
  const many = manyInSample[shapeOf(asked.filter.searchParam ?? '')];
  const text = `select count(*)::int as count from (select ${sampled} limit ${many + 1})`;
  const [row] = await asked.db.query<{ count: number }>(nameOf('contact_sample', text), text, values);
  return (row?.count ?? 0) > many;
};

const shapeOf = (search: string): keyof typeof manyInSample => {
  const { words = '', numbers = [] } = soughtIn(search) ?? {};
  if (numbers.length > 0) return 'number';
  return words.trim().includes(' ') ? 'words' : 'word';
};

type Listed = { readonly found: readonly Found[]; readonly count: number };

/** All that the index gives, of them the page; undefined when these are more than are counted. */
const byKeys = async (asked: Asked, keys: KeyQuery): Promise<Listed | undefined> => {
  const { values, add } = parameters();
  const text = `
    with found as materialized (select c.id, c.sought ${peopleOf(asked, add)} and ${havingKeys(keys, add)}
      limit ${mostGiven + 1})
    select n.count, p.* from (select count(*)::int as count from found) n
    left join (
      select ${contactColumns}, c.sought
      from (select c.* from found c where ${behind(asked, add)} order by c.sought, c.id ${page(asked, add)}) f
      join inbox.contact c on c.id = f.id) p on true
    order by p.sought, p.id`;
  const rows = await asked.db.query<{ count: number } & (Found | { id: null })>(
    nameOf('contacts_by_keys', text),
    text,
    values,
  );
  const count = rows[0]?.count ?? 0;
  if (count > mostGiven) return undefined;
  const found = rows.flatMap(({ count: _, ...row }) => (row.id === null ? [] : [row]));
  return { found, count: Math.min(count, mostCounted) };
};

/** From one to the next by name; they need not be counted where there are more than are. */
const byName = async (asked: Asked, isMore: boolean): Promise<Listed> => {
  const { values, add } = parameters();
  const text = `select ${contactColumns}, c.sought ${peopleOf(asked, add)} and ${behind(asked, add)}
    order by c.sought, c.id ${page(asked, add)}`;
  const [found, count] = await Promise.all([
    asked.db.query<Found>(nameOf('contacts', text), text, values),
    isMore ? mostCounted : countOf(asked),
  ]);
  return { found, count };
};

const countOf = async (asked: Asked): Promise<number> => {
  const { values, add } = parameters();
  const text = `select count(*)::int as count from (select ${peopleOf(asked, add)} limit ${mostCounted})`;
  const [row] = await asked.db.query<{ count: number }>(nameOf('contact_count', text), text, values);
  return row?.count ?? 0;
};

const page = ({ filter, after }: Asked, add: Add): string =>
  `limit ${contactPageSize + 1} offset ${add(after ? 0 : ((filter.pageNumber ?? 1) - 1) * contactPageSize)}`;

const behind = ({ after }: Asked, add: Add): string => {
  if (!after) return 'true';
  const [id, sought = ''] = after;
  return `(c.sought, c.id) > (${add(Buffer.from(sought, 'base64url').toString('utf8'))}::text, ${add(id)}::uuid)`;
};
