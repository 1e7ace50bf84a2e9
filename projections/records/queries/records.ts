import type { z } from 'zod';
import type { AnyRecord, RecordName, Records } from '#domain/records/records.ts';
import { containing, nameOf, parameters } from '../../inbox/queries/statement.ts';
import { snake } from '../../kit/table.ts';
import type { Queryable } from '../../tenant.ts';
import { recordTables } from '../record-tables.ts';

/** How a page counts what a record says it counts; `r` is the row. */
const counts: Readonly<Record<Records[RecordName]['counts'][number], string>> = {
  ticketsCount: 'select count(*)::int from inbox.ticket_tag x where x.tag_id = r.id',
};

export type RecordRow = Readonly<Record<string, unknown>> & { readonly id: string };
export type RecordFilter = {
  readonly searchParam?: string | undefined;
  readonly pageNumber?: number | undefined;
};
export type RecordPage = {
  readonly rows: readonly RecordRow[];
  readonly hasMore: boolean;
  readonly count: number;
};

export const recordTableName = ({ concept }: AnyRecord): string => recordTables[concept].name;

export const recordPageSize = 40;

const selected = (names: readonly string[]): string =>
  names.map(name => `${derived.get(name) ?? snake(name)} as "${name}"`).join(', ');

/** Of a record's file, which is one column. The address opens once it is signed. */
const derived: ReadonlyMap<string, string> = new Map([
  ['mediaName', "file->>'name'"],
  ['mediaPath', "'/api/media/' || company_id || '/' || (file->>'hash') || '?m=' || (file->>'id')"],
]);

const shownOf = ({ view }: AnyRecord): readonly string[] => Object.keys(view.shape);
/** Pages say whose each is, too. */
const shownOnPages = (record: AnyRecord): readonly string[] => [
  ...new Set([...shownOf(record), ...Object.keys(record.owner)]),
];

/**
 * The rows that a person may see: of records that are their owner's alone the own and the shared ones. `userId` null is
 * for readers that choose afterwards who sees what.
 */
const rowsFor = (db: Queryable, record: AnyRecord, userId: string | null) => {
  const all = parameters();
  const conditions = [`company_id = ${all.add(db.companyId)}`];
  if (record.isOwned && userId !== null) {
    const own = `user_id = ${all.add(userId)}`;
    conditions.push('shared' in record.fields ? `(${own} or shared)` : own);
  }
  const table = recordTableName(record);
  const from = `from ${record.area}.${table} where ${conditions.join(' and ')}`;
  const read = (text: string) => db.query<RecordRow>(nameOf(table, text), text, all.values);
  return { add: all.add, from, read };
};

const order = ({ firstBy, sortedBy }: AnyRecord): string =>
  `order by ${firstBy ? `${snake(firstBy)}, ` : ''}lower(${snake(sortedBy)}), id`;

/** All that a person may see, in the record's order. */
export const listRecords = (
  db: Queryable,
  record: AnyRecord,
  userId: string | null,
): Promise<readonly RecordRow[]> => {
  const { from, read } = rowsFor(db, record, userId);
  return read(`select ${selected(shownOf(record))} ${from} ${order(record)}`);
};

/** All of one record of a company, typed as its view: for tens of them, each row is checked. */
export const everyOne = async <View extends z.ZodType>(
  db: Queryable,
  record: AnyRecord & { readonly view: View },
): Promise<readonly z.output<View>[]> =>
  (await listRecords(db, record, null)).map(row => record.view.parse(row));

/** By their ids, in no order; `userId` null: whoever may see them. */
export const recordsByIds = (
  db: Queryable,
  record: AnyRecord,
  ids: readonly string[],
  userId: string | null,
): Promise<readonly RecordRow[]> => {
  const { add, from, read } = rowsFor(db, record, userId);
  return read(`select ${selected(shownOf(record))} ${from} and id = any(${add(ids)}::uuid[])`);
};

/** A page of what a person may see, 40 rows; the search is a part of a text, whatever its capitals. */
export const pageOfRecords = async (
  db: Queryable,
  record: AnyRecord,
  userId: string,
  filter: RecordFilter = {},
): Promise<RecordPage> => {
  const { add, from, read } = rowsFor(db, record, userId);
  const counted = record.counts.map(name => `, (${counts[name]}) as "${name}"`).join('');
  const search = add(containing(filter.searchParam ?? ''));
  const sought = record.soughtIn.map(name => `${snake(name)} ilike ${search}`).join(' or ');
  const offset = ((filter.pageNumber ?? 1) - 1) * recordPageSize;
  const found = await read(`
    select r.*${counted}
    from (select ${selected(shownOnPages(record))}, lower(${snake(record.sortedBy)}) as sorted,
            (count(*) over ())::int as count
          ${from} and (${sought}) ${order(record)} limit ${recordPageSize} offset ${add(offset)}) r
    order by r.sorted, r.id`);
  const count = Number(found[0]?.count ?? 0);
  const rows = found.map(({ count: _, sorted: _sorted, ...row }) => row);
  return { rows, hasMore: offset + rows.length < count, count };
};
