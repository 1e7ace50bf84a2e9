import type { AnyRecord } from '#domain/records/records.ts';
import { records } from '#domain/records/records.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type Fold, ownEntity } from '../kit/projection.ts';
import type { Row } from '../kit/table.ts';
import { recordTables } from './record-tables.ts';

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

/** How the tables of records grow, those of one area: see `area` in domain/shared/record.ts. */
export const recordFolds = (area: AnyRecord['area']): readonly Fold[] =>
  Object.values(records)
    .filter(record => record.area === area)
    .map(foldOf);
