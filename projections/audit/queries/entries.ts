import type { AuditEntryView, AuditFilter, AuditPage } from '#contracts/audit.ts';
import { boundsOfDay } from '#domain/shared/calendar.ts';
import type { Queryable } from '../../tenant.ts';
import { type Condition, type Place, type Plan, placed, planOf, type Sought } from './conditions.ts';
import { idsByName, namesOf } from './names.ts';

export const auditPageSize = 50;
/** So many entries are looked through for one page where no index leads to them. */
const mostLookedThrough = 5_000;

type Row = Omit<AuditEntryView, 'cursor' | 'actor'> & {
  readonly position: number;
  readonly actorKind: AuditEntryView['actor']['kind'];
  readonly actorId: string | null;
  readonly actorName: string | null;
};

const columns = `e.id, e.at, e.position::float8 as position, e.type as action, e.actor_kind as "actorKind",
  e.actor_id as "actorId", e.actor_name as "actorName", e.object_id as "objectId", e.ticket_id as "ticketId",
  e.contact_id as "contactId", e.cause_id as "causeId", coalesce(e.details, '{}') as details`;
const order = 'e.at desc, e.position desc';

/** A page of what happened, the newest first, with the names that stand in it. */
export const listEntries = async (
  db: Queryable,
  filter: AuditFilter & { readonly cursor?: string | undefined },
  zone: string,
  pageSize = auditPageSize,
): Promise<AuditPage> => {
  const found = filter.q ? await idsByName(db, filter.q) : undefined;
  const sought = soughtIn(filter, zone, found?.ids);
  const plan = planOf(sought);
  const from = startOf(filter, zone);
  const rows = await entriesOf(db, plan, { from, since: sought.since, most: pageSize + 1 });
  const entries = rows.slice(0, pageSize).map(viewOf);
  const last = entries.at(-1);
  const isFull = rows.length > pageSize;
  const end = isFull ? undefined : await endOfLook(db, plan, from);
  return {
    entries,
    names: [...(await namesOf(db, entries))],
    nextCursor: isFull ? (last?.cursor ?? null) : ((end && cursorOf(end)) ?? null),
    searchedTo: end?.at ?? null,
    namesFound: found ? { count: found.ids.length, more: found.more } : null,
  };
};

const mostNews = 100;

/** How many entries there are after one, counted to 100, without who looks being told of that look. */
export const countNews = async (
  db: Queryable,
  { since, ...filter }: AuditFilter & { readonly since: string },
  zone: string,
  readerId: string,
): Promise<number> => {
  const { entries } = await listEntries(db, filter, zone, mostNews);
  const isOwnLook = ({ action, actor }: AuditEntryView) =>
    action === 'AuditSearched' && actor.id === readerId;
  return entries.filter(entry => isAfter(entry.cursor, since) && !isOwnLook(entry)).length;
};

/** One entry by its event's id; undefined where the company has none. */
export const entryById = async (db: Queryable, id: string): Promise<EntryPlace | undefined> => {
  const text = `select ${columns}, e.revision, e.entity from audit.entry e where e.company_id = $1 and e.id = $2`;
  const [row] = await db.query<Row & { revision: number; entity: string | null }>('audit_entry', text, [
    db.companyId,
    id,
  ]);
  return row && { entry: viewOf(row), revision: row.revision, entity: row.entity ?? row.objectId ?? '' };
};
export type EntryPlace = {
  readonly entry: AuditEntryView;
  readonly revision: number;
  /** Of the event's stream. */
  readonly entity: string;
};

export const soughtIn = (
  { from, to: _to, q: _q, ...filter }: AuditFilter,
  zone: string,
  ids?: readonly string[],
): Sought => ({
  ...filter,
  since: from && boundsOfDay(from, zone).from.toISOString(),
  ids,
});

/** A list begins at its cursor, or at the end of its last day. */
export const startOf = (
  filter: AuditFilter & { readonly cursor?: string | undefined },
  zone: string,
): Place => {
  const until = filter.to && boundsOfDay(filter.to, zone).until.toISOString();
  const goesOn = filter.cursor && placeOf(filter.cursor);
  if (goesOn && (!until || goesOn.at < until)) return goesOn;
  return { at: until ?? 'infinity', position: 0 };
};

const placeOf = (cursor: string): Place => {
  const [at = '', position = '0'] = cursor.split('_');
  return { at, position: Number(position) };
};
const cursorOf = ({ at, position }: Place): string => `${at}_${position}`;
const isAfter = (one: string, other: string): boolean => {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a.at === b.at ? a.position > b.position : a.at > b.at;
};

type Range = { readonly from: Place; readonly since: string | undefined; readonly most: number };

const entriesOf = async (
  db: Queryable,
  plan: Plan,
  { from, since, most }: Range,
): Promise<readonly Row[]> => {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const put = (condition: Condition) => placed(condition, add);
  const [company, at, position, earliest, limit] = [
    db.companyId,
    from.at,
    from.position,
    since ?? '-infinity',
    most,
  ].map(add);
  const isOneWay = plan.ways.every(({ of }) => !of);
  const within = `e.company_id = ${company}::uuid and (e.at, e.position) < (${at}::timestamptz, ${position}::int8)
    and e.at >= ${earliest}::timestamptz`;
  const parts = plan.ways.map(({ of, condition }) => {
    const rest = plan.rest.map(put);
    const own = put(condition);
    if (isOneWay && rest.length > 0) {
      const looked = `select * from audit.entry e where ${own} and ${within} order by ${order} limit ${mostLookedThrough}`;
      return `select ${columns} from (${looked}) e where ${rest.join(' and ')} order by ${order} limit ${limit}`;
    }
    const where = [own, within, ...rest].join(' and ');
    const page = `select e.* from audit.entry e where ${where} order by ${order} limit ${limit}`;
    return of
      ? `select e.* from ${put(of)} as k(k) cross join lateral (${page}) e`
      : `select ${columns} from (${page}) e`;
  });
  const text = isOneWay
    ? (parts[0] ?? '')
    : `select ${columns} from (select distinct on (e.at, e.position) e.* from (${parts.join(' union all ')}) e
         order by ${order}) e order by ${order} limit ${limit}`;
  return db.query<Row>(nameOf(text), text, values);
};

/** Where a look through entries without an index ended, when it did not come to the end of them. */
const endOfLook = async (db: Queryable, plan: Plan, from: Place): Promise<Place | undefined> => {
  const [way] = plan.ways;
  if (!way || way.of || plan.rest.length === 0) return undefined;
  const { sql, values } = way.condition;
  let index = 3;
  const condition = sql.replaceAll('?', () => `$${++index}`);
  const text = `select e.at, e.position::float8 as position from audit.entry e
    where ${condition} and e.company_id = $1 and (e.at, e.position) < ($2::timestamptz, $3::int8)
    order by ${order} offset ${mostLookedThrough - 1} limit 1`;
  const [row] = await db.query<{ at: string; position: number }>(nameOf(text), text, [
    db.companyId,
    from.at,
    from.position,
    ...values,
  ]);
  return row;
};

const names = new Map<string, string>();
/** Statements by their text: there are as many as combinations of filters. */
export const nameOf = (text: string): string => {
  const known = names.get(text) ?? `audit_${names.size}`;
  names.set(text, known);
  return known;
};

const viewOf = ({ position, actorKind, actorId, actorName, ...row }: Row): AuditEntryView => {
  const { id, at, action, objectId, ticketId, contactId, causeId, details } = row;
  return {
    ...{ id, at, action, objectId, ticketId, contactId, causeId, details },
    cursor: cursorOf({ at, position }),
    actor: { kind: actorKind, id: actorId, name: actorName },
  };
};
