import { catalogue } from '#domain/catalogue.ts';
import type { Category } from '#domain/shared/stream.ts';
import type { Recorded, Unreadable } from '#eventstore/types.ts';
import { type Fold, type Projection, sweepsOf, typesRead } from './projection.ts';

const categoryOf = new Map(
  Object.entries(catalogue).flatMap(([category, schemas]) =>
    Object.keys(schemas).map(type => [type, category as Category] as const),
  ),
);

/** Whether a table has a row for each stream of one category, and nothing but that stream ever changes it. */
const isOfOneStream = ({ entity, on }: Fold): boolean =>
  entity !== undefined && [...on].every(([type, { own }]) => own && categoryOf.get(type) === entity);

/**
 * Whether an event changes nothing but the row of its own stream, which no other stream changes: other streams can
 * then be folded on without it. It must not look at rows of others either; a test asks every event of the catalogue.
 */
export const standsAlone = (projection: Projection, event: Recorded): boolean =>
  sweepsOf(projection, event).length === 0 &&
  projection.folds
    .filter(({ on }) => on.has(event.type))
    .every(fold => fold.entity === event.category && isOfOneStream(fold));

/**
 * What waits with an event that cannot be read; undefined where it changes nothing in this projection. One of a type that
 * is not known may change whatever those of its category do.
 */
export const scopeOfUnreadable = (
  projection: Projection,
  { category, type }: Pick<Unreadable, 'category' | 'type'>,
): 'stream' | 'tenant' | undefined => {
  const known: Readonly<Record<string, unknown>> = catalogue[category];
  const read = typesRead(projection);
  const may = Object.hasOwn(known, type) ? [type] : Object.keys(known);
  const changing = may.filter(each => read.includes(each));
  if (changing.length === 0) return undefined;
  const isAlone = changing.every(
    each =>
      projection.sweeps?.[each as Recorded['type']] === undefined &&
      projection.folds
        .filter(({ on }) => on.has(each))
        .every(fold => fold.entity === category && isOfOneStream(fold)),
  );
  return isAlone ? 'stream' : 'tenant';
};
