import { concepts } from './concepts.ts';
import { records } from './records/records.ts';
import type { EventsOf } from './shared/event.ts';
import type { Category } from './shared/stream.ts';
import { indexBy, pluck } from './shared/typed-objects.ts';

/** Every event of the product, by the category of the streams it stands in. */
export const catalogue = {
  ...pluck(concepts, 'events'),
  ...pluck(indexBy(records, 'category'), 'events'),
} satisfies Record<Category, unknown>;

export type AnyEvent = { [C in Category]: EventsOf<(typeof catalogue)[C]> }[Category];
export type AnyEventType = AnyEvent['type'];
