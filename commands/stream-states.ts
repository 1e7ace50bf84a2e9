import { LRUCache } from 'lru-cache';
import type { AnyEvent } from '#domain/catalogue.ts';
import { withoutRepeats } from '#domain/shared/list.ts';
import { type StreamName, streamName } from '#domain/shared/stream.ts';
import type { Appended, EventStore, Position, Recorded, Revision, ToAppend } from '#eventstore/types.ts';
import { noStream } from '#eventstore/types.ts';
import type { Concept } from './concepts.ts';
import { concernedBy } from './persons.ts';
import { sharedReads } from './shared-reads.ts';

/** A stream folded up to a revision, with the commands that wrote it and where each of them ended. */
export type Folded<State> = {
  readonly stream: StreamName;
  readonly state: State;
  readonly revision: Revision;
  readonly position: Position;
  readonly commands: ReadonlyMap<string, Appended>;
  /** Whose data the stream's first event with personal data is: the later ones are theirs, too. */
  readonly persons: readonly string[];
};

type Numbered<Event> = Omit<ToAppend, 'persons'> & { readonly event: Event };

const rememberedCommands = 256;

/**
 * The folded streams of one concept, behind a bounded cache. What the cache holds was true at its revision
 * and may be behind: `cached` answers it at once for deciding with an append at exactly that revision, `fresh`
 * reads the tail first. A retried command is recognised among the last 256 commands of its stream.
 */
export type StreamStates<State, Event extends AnyEvent> = {
  readonly concept: Concept<State, Event>;
  readonly stream: (companyId: string, id: string) => StreamName;
  readonly unwritten: (stream: StreamName) => Folded<State>;
  readonly cached: (stream: StreamName) => Folded<State> | undefined;
  readonly fresh: (stream: StreamName) => Promise<Folded<State>>;
  /** The events themselves, all of them; what they fold to is known from then on. */
  readonly events: (stream: StreamName) => Promise<readonly Recorded[]>;
  /** The first event of a stream, heard from the log: what it folds to is known from then on. */
  readonly learn: (first: Recorded) => void;
  /** Any event, heard from the log in its order: what is known of its stream goes on with it, or is known no more. */
  readonly heard: (event: Recorded) => void;
  /**
   * Whether something holds of the state as it was when the log stood at a position, or of any state since.
   */
  readonly everSince: (
    stream: StreamName,
    position: Position,
    holds: (state: State) => boolean,
  ) => Promise<boolean>;
  readonly append: (folded: Folded<State>, events: readonly Numbered<Event>[]) => Promise<Folded<State>>;
};

export const createStreamStates = <State, Event extends AnyEvent>(
  store: EventStore,
  concept: Concept<State, Event>,
  max = 10_000,
): StreamStates<State, Event> => {
  const cache = new LRUCache<StreamName, Folded<State>>({ max });
  const { initial, evolve } = concept.entity;

  const unwritten = (stream: StreamName): Folded<State> => ({
    stream,
    state: initial,
    revision: noStream,
    position: 0,
    commands: new Map(),
    persons: [],
  });

  const fold = (base: Folded<State>, events: readonly Recorded[]): Folded<State> => {
    const last = events.at(-1);
    if (!last) return base;
    const commands = new Map(base.commands);
    let { state, persons } = base;
    for (const event of events) {
      if (persons.length === 0 && event.persons) persons = event.persons;
      if (concept.isEvent(event)) state = evolve(state, event);
      note(commands, event.metadata.commandId, event);
    }
    return {
      stream: base.stream,
      state,
      revision: last.revision,
      position: last.position,
      commands,
      persons,
    };
  };

  const keep = (folded: Folded<State>): Folded<State> => {
    const held = cache.peek(folded.stream);
    if (folded.revision !== noStream && (!held || held.revision <= folded.revision)) {
      cache.set(folded.stream, folded);
    }
    return folded;
  };

  const fresh = sharedReads(async (stream: StreamName): Promise<Folded<State>> => {
    const base = cache.get(stream) ?? unwritten(stream);
    return keep(fold(base, await store.load(stream, base.revision + 1)));
  });

  const personsOf = async (
    { stream, state, persons }: Folded<State>,
    event: Event,
    companyId: string,
  ): Promise<readonly string[]> => {
    const concerned = concernedBy(event, stream, concept.contactId?.(state));
    const members =
      concerned.members.length > 0 ? await store.keys.members(companyId, concerned.members) : [];
    return withoutRepeats([...persons, ...concerned.persons, ...members]);
  };

  return {
    concept,
    stream: (companyId, id) => streamName(concept.category, companyId, id),
    unwritten,
    cached: stream => cache.get(stream),
    fresh,
    events: async stream => {
      const events = await store.load(stream);
      keep(fold(unwritten(stream), events));
      return events;
    },
    learn: first => {
      if (first.revision !== 0) return;
      keep(fold(unwritten(first.stream), [first]));
    },
    heard: event => {
      const held = cache.peek(event.stream);
      if (!held || held.revision >= event.revision) return;
      if (held.revision + 1 === event.revision) keep(fold(held, [event]));
      else cache.delete(event.stream);
    },
    everSince: async (stream, position, holds) => {
      const held = cache.get(stream);
      const base = held && held.position <= position ? held : unwritten(stream);
      const events = await store.load(stream, base.revision + 1);
      keep(fold(base, events));
      const later = events.findIndex(event => event.position > position);
      const then = fold(base, later < 0 ? events : events.slice(0, later)).state;
      if (holds(then)) return true;
      let state = then;
      for (const event of later < 0 ? [] : events.slice(later)) {
        if (concept.isEvent(event)) state = evolve(state, event);
        if (holds(state)) return true;
      }
      return false;
    },
    append: async (folded, events) => {
      const { stream } = folded;
      const commands = new Map(folded.commands);
      let { state, persons } = folded;
      const owned: ToAppend[] = [];
      for (const numbered of events) {
        const { event, metadata } = numbered;
        const concerned = await personsOf({ ...folded, state, persons }, event, metadata.companyId);
        if (persons.length === 0) persons = concerned;
        owned.push({ ...numbered, persons: concerned });
        state = evolve(state, event);
      }
      const appended = await store.append(stream, folded.revision, owned);
      for (const { metadata } of events) note(commands, metadata.commandId, appended);
      return keep({ stream, state, ...appended, commands, persons });
    },
  };
};

const note = (commands: Map<string, Appended>, commandId: string, at: Appended): void => {
  commands.delete(commandId);
  commands.set(commandId, { revision: at.revision, position: at.position });
  const oldest = commands.size > rememberedCommands ? commands.keys().next().value : undefined;
  if (oldest !== undefined) commands.delete(oldest);
};
