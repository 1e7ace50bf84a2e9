import type { Category } from '#domain/shared/stream.ts';

export type StoredEvent = { readonly type: string; readonly data: unknown };

/** Turns an event as it was once written into its successor. Pure. */
export type Upcaster = (data: unknown) => StoredEvent;

/** By category and by the type as stored. An upcaster's result goes through the table again. */
export type Upcasters = Readonly<Partial<Record<Category, Readonly<Record<string, Upcaster>>>>>;

export const upcasters: Upcasters = {};

const longestChain = 100;

/** Applies upcasters until none is left for the type. Throws when the table leads in a circle. */
export const upcast = (category: Category, stored: StoredEvent, table: Upcasters): StoredEvent => {
  const ofCategory = table[category];
  if (!ofCategory) return stored;
  let event = stored;
  for (let step = 0; step < longestChain; step += 1) {
    const next = Object.hasOwn(ofCategory, event.type) ? ofCategory[event.type] : undefined;
    if (!next) return event;
    event = next(event.data);
  }
  throw new Error(`upcasters of ${category} lead in a circle at ${event.type}`);
};
