import { companyEvent } from '#contracts/live.ts';
import { may } from '#domain/access/may.ts';
import { type AnyRecord, records } from '#domain/records/records.ts';
import { recordsByIds, recordTableName } from '#projections/records/queries/records.ts';
import type { Queryable } from '#projections/tenant.ts';
import { type Audience, everybody } from './audience.ts';
import { type Changes, changesOf } from './changes.ts';
import type { Outgoing } from './frames.ts';

/** What became of records, for those who are answered them when they ask. */
export const recordFrames = async (db: Queryable, changes: Changes): Promise<readonly Outgoing[]> =>
  (await Promise.all(Object.values(records).map(record => framesOf(db, changes, record)))).flat();

type Whose = Readonly<Record<string, unknown>>;

const framesOf = async (db: Queryable, changes: Changes, record: AnyRecord): Promise<readonly Outgoing[]> => {
  const { concept, isOwned, actions } = record;
  const table = recordTableName(record);
  const { upserted, deleted } = changesOf(changes, table);
  if (upserted.length + deleted.length === 0) return [];
  const rows = upserted.length > 0 ? await recordsByIds(db, record, upserted, null) : [];
  const before = formerOwners(changes, table);
  const event = companyEvent(changes.companyId, concept);
  const removal = (id: string, audience: Audience): Outgoing => ({
    event,
    data: { action: 'delete', [concept]: { id } },
    audience,
  });
  const readers: Audience = ({ viewer }) => may(viewer, actions.read);
  const audience = (whose: Whose | undefined) => (isOwned ? both(readers, thoseWho(whose)) : readers);
  return [
    ...rows.flatMap(row => {
      const now = audience(row);
      const was = isOwned ? before.get(row.id) : undefined;
      return [
        ...(was?.shared === true && row.shared !== true ? [removal(row.id, both(readers, not(now)))] : []),
        { event, data: { action: 'update', [concept]: row }, audience: now },
      ];
    }),
    ...deleted.map(id => removal(id, audience(before.get(id)))),
  ];
};

/** Whose each row was before the first of these changes. */
const formerOwners = ({ notified }: Changes, table: string): ReadonlyMap<string, Whose> => {
  const former = new Map<string, Whose>();
  for (const { table: of, id, was } of notified)
    if (of === table && was && !former.has(id)) former.set(id, was);
  return former;
};

/** An id alone says nothing to those who never had it: what is not known is for everybody to drop. */
const thoseWho = (whose: Whose | undefined): Audience =>
  whose === undefined || whose.shared === true ? everybody : ({ viewer }) => viewer.userId === whose.userId;

const both =
  (one: Audience, other: Audience): Audience =>
  connection =>
    one(connection) && other(connection);

const not =
  (audience: Audience): Audience =>
  connection =>
    !audience(connection);
