import type { AnyRecord } from '#domain/records/records.ts';
import { records } from '#domain/records/records.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type Fold, ownEntity, type Touched } from '../kit/projection.ts';
import type { Row } from '../kit/table.ts';
import { recordTables, removedRecordTable } from './record-tables.ts';

type Evolve = (row: Row | undefined, event: Recorded) => object | null;

const foldOf = ({ types, valuesAfter, category, concept, owner }: AnyRecord): Fold => {
  const handlers: readonly (readonly [string, Evolve])[] = [
    [
      types.created,
      (_, { entityId, data }) => ({
        id: entityId,
        ...('userId' in owner ? { userId: 'userId' in data ? data.userId : null } : {}),
        ...valuesAfter(data),
      }),
    ],
    [types.changed, (row, { data }) => (row ? { ...row, ...valuesAfter(data, row) } : null)],
    [types.removed, () => null],
  ];
  return {
    table: recordTables[concept],
    entity: category,
    on: new Map(handlers.map(([type, evolve]) => [type, { own: true, keys: ownEntity, evolve }])),
  };
};

/** Who had a row before it went. */
const removalOf = ({ concept }: AnyRecord, { entityId: id }: Recorded, touched: Touched) => {
  const table = recordTables[concept];
  const before: Readonly<Record<string, unknown>> = touched.before(table, id) ?? {};
  const { userId, shared } = before;
  return {
    ...{ id, tableName: table.name, shared: shared === true },
    userId: typeof userId === 'string' ? userId : null,
  };
};

const removedFold = (of: readonly AnyRecord[]): Fold => ({
  table: removedRecordTable,
  entity: undefined,
  on: new Map(
    of.map(record => [
      record.types.removed,
      {
        own: true,
        keys: ownEntity,
        evolve: (_row: unknown, event: Recorded, touched: Touched) => removalOf(record, event, touched),
      },
    ]),
  ),
});

/** How the tables of records grow, those of one area: see `area` in domain/shared/record.ts. */
export const recordFolds = (area: AnyRecord['area']): readonly Fold[] => {
  const own = Object.values(records).filter(record => record.area === area);
  return [removedFold(own), ...own.map(foldOf)];
};
