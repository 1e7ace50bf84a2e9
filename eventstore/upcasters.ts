import type { Category } from '#domain/shared/stream.ts';

export type StoredEvent = { readonly type: string; readonly data: unknown };

/**
 * Turns an event as it was once written into its successor. Pure. A changed meaning is a new type: the old type's
 * schema leaves the catalogue, its name gets an upcaster here, and its frozen forms in eventstore/fixtures stay.
 */
export type Upcaster = (data: unknown) => StoredEvent;

/** By category and by the type as stored. An upcaster's result goes through the table again. */
export type Upcasters = Readonly<Partial<Record<Category, Readonly<Record<string, Upcaster>>>>>;

export const upcasters: Upcasters = {};

const longestChain = 100;

/**
 * What an event has meant over time: as it was stored, after each upcaster, and last as it is today. Throws when the
 * table leads in a circle.
 */
export const lineage = (
  category: Category,
  stored: StoredEvent,
  table: Upcasters,
): readonly [StoredEvent, ...StoredEvent[]] => {
  const ofCategory = table[category] ?? {};
  const forms: [StoredEvent, ...StoredEvent[]] = [stored];
  for (let current = stored; forms.length <= longestChain; ) {
    const next = Object.hasOwn(ofCategory, current.type) ? ofCategory[current.type] : undefined;
    if (!next) return forms;
    current = next(current.data);
    forms.push(current);
  }
  throw new Error(`upcasters of ${category} lead in a circle from ${stored.type}`);
};

/** Applies upcasters until none is left for the type. Throws when the table leads in a circle. */
export const upcast = (category: Category, stored: StoredEvent, table: Upcasters): StoredEvent =>
  table[category] ? (lineage(category, stored, table).at(-1) ?? stored) : stored;

/** The names under which events of these types may be stored: their own, and those that were ever upcast. */
export const storedAs = (types: readonly string[], table: Upcasters = upcasters): readonly string[] => [
  ...new Set([...types, ...Object.values(table).flatMap(ofCategory => Object.keys(ofCategory))]),
];
