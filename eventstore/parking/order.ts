import type { Category } from '#domain/shared/stream.ts';
import type { Position, Recorded, Unreadable } from '../types.ts';
import type { ParkedEvent, Waiting } from './parked-rows.ts';

/** What is asked of the events of a follower that parks some. */
export type Parkable = Pick<Recorded, 'id' | 'companyId' | 'category' | 'revision' | 'position'> & {
  readonly stream: string;
  readonly type: string;
};

/**
 * What waits with an event that cannot be read or handled: by default its own stream, from it on. Events of other streams
 * go on, and are handled before it.
 */
export type Order<Event> = {
  /** An event of these categories sends its whole company to wait: what comes after it is handled by what it says. */
  readonly wholeCompany?: readonly Category[];
  /** Events of several streams whose order counts wait together, by a name that is theirs alone; undefined for others. */
  readonly groupOf?: (event: Event) => string | undefined;
  /** It is handled only after everything that came before it in its company, and waits for that. */
  readonly needsAllBefore?: (event: Event) => boolean;
};

/** An event and its content, which is missing where it cannot be read. */
export type Item<Event> = {
  readonly place: Parkable;
  readonly event: Event | undefined;
  readonly error?: unknown;
};

export const itemOf = <Event extends Parkable>(event: Event): Item<Event> => ({ place: event, event });

export const unreadableItem = <Event>(place: Unreadable): Item<Event> => ({
  ...{ place, event: undefined, error: place.error },
});

/** The events of a batch and those of it that cannot be read, in the log's order. */
export const itemsOf = <Event extends Parkable>(
  events: readonly Event[],
  unreadable: readonly Unreadable[] = [],
): readonly Item<Event>[] =>
  [...events.map(itemOf), ...unreadable.map(unreadableItem<Event>)].toSorted(
    (one, other) => one.place.position - other.place.position,
  );

/** With whom an event waits that cannot be handled, or read: then it is in no group. */
export const scopeOf = <Event extends Parkable>(
  order: Order<Event>,
  { place, event }: Item<Event>,
): Pick<ParkedEvent, 'scope' | 'name'> => {
  if (order.wholeCompany?.includes(place.category)) return { scope: 'tenant', name: place.companyId };
  const group = event && order.groupOf?.(event);
  return group === undefined ? { scope: 'stream', name: place.stream } : { scope: 'group', name: group };
};

/** What waits in a follower, as far as it was read, and what is added to it. */
export const createWaiting = <Event extends Parkable>(order: Order<Event>, rows: readonly Waiting[] = []) => {
  const places = new Map<string, Position>();
  const add = ({ scope, name, position }: Waiting): void => {
    const key = `${scope} ${name}`;
    places.set(key, Math.min(position, places.get(key) ?? position));
  };
  for (const row of rows) add(row);
  const from = (scope: Waiting['scope'], name: string): Position =>
    places.get(`${scope} ${name}`) ?? Number.POSITIVE_INFINITY;
  return {
    add,
    isEmpty: (): boolean => places.size === 0,
    waits: ({ place, event }: Item<Event>): boolean => {
      if (places.size === 0) return false;
      const group = event && order.groupOf?.(event);
      const first = Math.min(
        from('tenant', place.companyId),
        from('stream', place.stream),
        group === undefined ? Number.POSITIVE_INFINITY : from('group', group),
      );
      return place.position >= first;
    },
  };
};
export type WaitingPlaces<Event extends Parkable> = ReturnType<typeof createWaiting<Event>>;
