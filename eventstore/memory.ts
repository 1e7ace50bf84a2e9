import { once, setMaxListeners } from 'node:events';
import {
  type Category,
  categories as ourCategories,
  parseStreamName,
  type StreamName,
} from '#domain/shared/stream.ts';
import { allReadable, createCodec, type StoredRecord } from './codec.ts';
import { memoryPersonKeys, type PersonKeys } from './person-keys.ts';
import {
  type Appended,
  type Batch,
  type EventStore,
  LogCutShort,
  noStream,
  StoreUnavailable,
  type SubscribeOptions,
  type ToAppend,
  WrongRevision,
} from './types.ts';
import type { Upcasters } from './upcasters.ts';
import { storedAs } from './upcasters.ts';

/** Sparse, as on a real server. */
const step = 128;

const sameIds = (there: readonly StoredRecord[], events: readonly ToAppend[]): boolean =>
  there.length === events.length && events.every((event, index) => there[index]?.id === event.id);

const countUpTo = (all: readonly StoredRecord[], position: number): number =>
  Math.min(all.length, Math.floor(position / step));

/** An event store in memory with the promises of EventStore, for tests of commands and policies. */
export const openMemoryStore = (
  options: { readonly keys?: PersonKeys; readonly upcasters?: Upcasters } = {},
): EventStore => {
  const { keys = memoryPersonKeys(), upcasters } = options;
  const codec = createCodec(keys, upcasters);
  const all: StoredRecord[] = [];
  const streams = new Map<string, StoredRecord[]>();
  const bell = new EventTarget();
  // As many follow it as there are policies: that is no leak.
  setMaxListeners(0, bell);
  let closed = false;

  const mustBeOpen = () => {
    if (closed) throw new StoreUnavailable('the event store is closed');
  };
  const place = (record: StoredRecord): Appended => ({
    revision: Number(record.revision),
    position: Number(record.position),
  });

  const loadGiven: EventStore['loadGiven'] = async (stream, from = 0) => {
    mustBeOpen();
    return codec.decode((streams.get(stream) ?? []).slice(from));
  };
  const load: EventStore['load'] = async (stream, from) => allReadable(await loadGiven(stream, from));

  const append: EventStore['append'] = async (stream, expected, events) => {
    const encoded = structuredClone(await codec.encode(stream, events));
    mustBeOpen();
    const there = streams.get(stream) ?? [];
    const actual = there.length - 1;
    if (expected !== actual) {
      const before = there.slice(expected + 1, expected + 1 + events.length);
      const last = before.at(-1);
      if (expected < actual && last && sameIds(before, events)) return place(last);
      throw new WrongRevision(stream, expected, actual);
    }
    for (const event of encoded) {
      const record = {
        ...event,
        streamId: stream,
        revision: there.length,
        position: (all.length + 1) * step,
      };
      there.push(record);
      all.push(record);
    }
    streams.set(stream, there);
    bell.dispatchEvent(new Event('appended'));
    const last = there.at(-1);
    return last ? place(last) : { revision: noStream, position: 0 };
  };

  async function* subscribe(wanted: SubscribeOptions): AsyncGenerator<Batch> {
    const categories: readonly Category[] = wanted.categories ?? ourCategories;
    const types = wanted.types && storedAs(wanted.types);
    let next = countUpTo(all, wanted.after ?? 0);
    let live = false;
    while (!wanted.signal.aborted && !closed) {
      if (next >= all.length) {
        if (!live) {
          live = true;
          yield { events: [], position: Math.max(wanted.after ?? 0, next * step), live };
          continue;
        }
        await once(bell, 'appended', { signal: wanted.signal }).catch(() => undefined);
        continue;
      }
      const considered = all.slice(next, next + wanted.maxBatch);
      next += considered.length;
      const given = await codec.decode(
        considered.filter(
          record =>
            isIn(categories, wanted.companyId, record.streamId) && (types?.includes(record.type) ?? true),
        ),
      );
      if (wanted.unreadable !== 'given') allReadable(given);
      yield { ...given, position: next * step, live };
    }
  }

  const head: EventStore['head'] = async () => {
    mustBeOpen();
    return all.length * step;
  };

  const lastBefore: EventStore['lastBefore'] = async place => {
    mustBeOpen();
    if (place > (all.length + 1) * step) throw new LogCutShort(all.length * step, place);
    return (Math.ceil(place / step) - 1) * step;
  };

  const close: EventStore['close'] = async () => {
    closed = true;
    bell.dispatchEvent(new Event('appended'));
  };

  return { load, loadGiven, append, subscribe, head, lastBefore, keys, close };
};

const isIn = (categories: readonly Category[], companyId: string | undefined, stream: string): boolean => {
  const place = parseStreamName(stream as StreamName);
  if (!place || !categories.includes(place.category)) return false;
  return companyId === undefined || place.companyId === companyId;
};
