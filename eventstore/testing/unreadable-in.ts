import { type EventStore, type Recorded, type Unreadable, UnreadableEvent } from '../types.ts';

/** The same store as a program reads it that does not know some events: their types are of a later version. */
export const unreadableIn = (store: EventStore, isUnknown: (event: Recorded) => boolean): EventStore => {
  const unread = (event: Recorded): Unreadable => {
    const { id, stream, category, companyId, entityId, revision, position } = event;
    const place = { id, stream, category, companyId, entityId, revision, position };
    const type = `${event.type}Later`;
    return { ...place, type, error: new UnreadableEvent(`${stream} has the unknown type ${type}`) };
  };
  const given = (events: readonly Recorded[]) => {
    const unreadable = events.filter(isUnknown).map(unread);
    const readable = events.filter(event => !isUnknown(event));
    return unreadable.length > 0 ? { events: readable, unreadable } : { events };
  };
  async function* subscribe(options: Parameters<EventStore['subscribe']>[0]) {
    for await (const batch of store.subscribe(options)) {
      // A store that looks at types leaves the others out.
      const { events, unreadable = [] } = given(batch.events);
      if (options.types || unreadable.length === 0) yield { ...batch, events };
      else if (options.unreadable === 'given') yield { ...batch, events, unreadable };
      else throw unreadable[0]?.error;
    }
  }
  const loadGiven: EventStore['loadGiven'] = async (stream, from) => given(await store.load(stream, from));
  return {
    ...store,
    subscribe,
    loadGiven,
    load: async (stream, from) => {
      const { events, unreadable: [first] = [] } = await loadGiven(stream, from);
      if (first) throw first.error;
      return events;
    },
  };
};
