import type { Entity } from '../shared/decider.ts';
import type { DomainEvent } from '../shared/event.ts';

/** Fields of a thing as they stand, by their names; what is undefined is not there. */
export type Picture = Readonly<Record<string, unknown>>;

/**
 * What an event changed of one field. `before` is absent where nothing stood there, as where something was only added;
 * `after` is absent where nothing is left.
 */
export type Change = { readonly field: string; readonly before?: unknown; readonly after?: unknown };

type DataOf<Event extends DomainEvent, Type> = Extract<Event, { readonly type: Type }>['data'];

type Showing<Shown extends Picture, Data> = {
  /** The fields of the thing that the event is about. */
  readonly of?: readonly (keyof Shown & string)[];
  /** Those among them that are shown even where they stay as they are. */
  readonly always?: readonly (keyof Shown & string)[];
  /** What the event alone says: it is part of no state, so that nothing of it was there before. */
  readonly said?: readonly (keyof Data & string)[];
};

type Declaration<State, Event extends DomainEvent, Shown extends Picture> = {
  readonly entity: Entity<State, Event>;
  /** The thing as a state has it; of something that has parts, the part that the event is about. */
  readonly picture: (state: State, event: Event) => Shown;
  /** Which of it each event shows. */
  readonly shows: { readonly [Type in Event['type']]: Showing<Shown, DataOf<Event, Type>> };
};

export type Portrait = {
  /** What the last of these events, which are a whole stream up to it, changed of the thing. */
  readonly changes: (events: readonly DomainEvent[]) => readonly Change[];
  /** Every field that one of its events can show. */
  readonly fields: readonly string[];
};

/** How the changes of one kind of thing are made out: by its own fold, up to the event and with it. */
export const portrait = <State, Event extends DomainEvent, Shown extends Picture>({
  entity: { initial, evolve },
  picture,
  shows,
}: Declaration<State, Event, Shown>): Portrait => {
  const showing = (type: string): Showing<Shown, Picture> => shows[type as Event['type']];
  return {
    fields: Object.keys(shows).flatMap(type => [...(showing(type).of ?? []), ...(showing(type).said ?? [])]),
    changes: stream => {
      // Only events of this kind stand in its streams.
      const events = stream as readonly Event[];
      const event = events.at(-1);
      if (!event) return [];
      const state = events.slice(0, -1).reduce(evolve, initial);
      const [before, after] = [picture(state, event), picture(evolve(state, event), event)];
      const { of = [], always = [], said = [] } = showing(event.type);
      return [
        ...of.flatMap(field => changeOf(field, before[field], after[field], always.includes(field))),
        ...said.flatMap(field => changeOf(field, undefined, Object(event.data)[field])),
      ];
    },
  };
};

/** Nothing that came is nothing new, and nothing that went is no loss. */
const changeOf = (field: string, before: unknown, after: unknown, always = false): Change[] => {
  if (before === undefined && after === undefined) return [];
  const stays = JSON.stringify(before) === JSON.stringify(after);
  const isTrifle = (before === undefined && isNothing(after)) || (after === undefined && isNothing(before));
  if ((stays || isTrifle) && !always) return [];
  return [{ field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
};

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);
