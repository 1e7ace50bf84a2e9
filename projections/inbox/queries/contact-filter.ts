import { may } from '#domain/access/may.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import {
  allOf,
  inWallets,
  type KeyQuery,
  keysOfSearch,
  ofCompany,
  ofQueues,
  soughtIn,
} from './contact-keys.ts';
import { settingIs } from './setting-is.ts';
import { containing, type Parameters } from './statement.ts';

export type ContactFilter = {
  readonly searchParam?: string | undefined;
  readonly pageNumber?: number | undefined;
  readonly cursor?: string | undefined;
  readonly queueIds?: readonly string[] | undefined;
};
/** What the company's wallets leave to an attendant; undefined where it does not work with them, and for who lists all. */
type Wallets = { readonly former: readonly string[] } | undefined;
export type Asked = {
  readonly db: Queryable;
  readonly viewer: Viewer;
  readonly filter: ContactFilter;
  readonly wallets: Wallets;
  readonly after: readonly string[] | undefined;
};
type Add = Parameters['add'];

/** Asks whether the company works with wallets. */
export const walletsOf = async (db: Queryable, viewer: Viewer): Promise<Wallets> => {
  if (may(viewer, 'contact.listAny')) return undefined;
  const text = `select array(select u.id::text from inbox.app_user u where u.company_id = $1 and u.removed) as former
    where ${settingIs('$1', 'useContactWallet', 'enabled')}`;
  return (await db.query<{ former: readonly string[] }>('contact_wallets', text, [db.companyId]))[0];
};

/** What finds those in the list by the index of keys; undefined when that says no more than whose company it is. */
export const keysOf = ({ db, viewer, filter, wallets }: Asked): KeyQuery | undefined => {
  const search = keysOfSearch(filter.searchParam ?? '');
  const queueIds = may(viewer, 'contact.listAny') ? undefined : filter.queueIds;
  const narrowing = [
    ...(search ? [search] : []),
    ...(queueIds ? [ofQueues(queueIds)] : []),
    ...(wallets ? [inWallets([viewer.userId, ...wallets.former])] : []),
  ];
  return narrowing.length > 0 ? allOf([ofCompany(db.companyId), ...narrowing]) : undefined;
};

/** From where, and which of them: what follows `select …`. */
export const peopleOf = (asked: Asked, add: Add): string => {
  const { db, viewer, filter } = asked;
  const where = [
    `c.company_id = ${add(db.companyId)}`,
    shownPeople,
    ...(may(viewer, 'contact.listAny') ? [] : forAttendant(asked, add)),
    ...matching(filter.searchParam ?? '', add),
  ];
  return `from inbox.own_contact c where ${where.join(' and ')}`;
};

/** Of the chosen queues and of none; with wallets, one's own and nobody's. */
const forAttendant = ({ viewer, filter, wallets }: Asked, add: Add): readonly string[] => [
  ...(filter.queueIds ? [`(c.queue_id is null or c.queue_id = any(${add(filter.queueIds)}::uuid[]))`] : []),
  ...(wallets
    ? [
        `(c.wallet_user_ids = '{}' or ${add(viewer.userId)}::uuid = any(c.wallet_user_ids)
          or c.wallet_user_ids <@ ${add(wallets.former)}::uuid[])`,
      ]
    : []),
];

/** An index of contacts serves the page and the count: its predicate says the same. */
const shownPeople = 'not c.is_group and not c.removed and c.merged_into is null and c.erased_at is null';

const matching = (search: string, add: Add): readonly string[] => {
  const sought = soughtIn(search);
  if (!sought) return [];
  const part = add(containing(sought.words));
  const byName = `(c.sought like ${part} or lower(c.email) like ${part})`;
  const byNumber = sought.numbers.map(number => `c.number like ${add(containing(number))}`);
  return [`(${[byName, ...byNumber].join(' or ')})`];
};
