import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEventStore } from '../client.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import { type Batch, type EventStore, noStream } from '../types.ts';
import { type FaultyServer, type Subscriber, startFaultyServer } from './faulty-server.ts';
import { createSamples } from './samples.ts';

const total = 200_000;
/** More than two full buffers of the client and what the line holds, and little beside the whole. */
const fewThousand = 4_000;
const quietAnswers = 30;

let server: FaultyServer;
let store: EventStore;
/** Events that the server has handed to its end of the line. */
let produced: number;

const produce = async (subscriber: Subscriber): Promise<void> => {
  for (let index = 0; index < total && !subscriber.gone(); index += 1) {
    produced += 1;
    if (!subscriber.event(index)) await subscriber.drained();
  }
};

beforeEach(async () => {
  produced = 0;
  const append = () => ({ kind: 'done' as const, revision: 0, position: 128 });
  server = await startFaultyServer({ subscribe: produce, append });
  store = openEventStore({ connectionString: server.url, keys: memoryPersonKeys() });
});
afterEach(async () => {
  await store.close();
  server.close();
});

/** Until nothing more is produced while the same line carries so many other calls to and fro. */
const standstill = async (): Promise<void> => {
  const samples = createSamples();
  const stream = samples.claimStream();
  for (let before = -1, quiet = 0; quiet < quietAnswers; ) {
    await store.append(stream, noStream, samples.claims(stream, 1));
    quiet = produced === before ? quiet + 1 : 0;
    before = produced;
  }
};

it('holds a few thousand of 200,000 events for a reader that is stuck, and as few for a slow one', async () => {
  const stop = new AbortController();
  const batches = store.subscribe({ maxBatch: 500, signal: stop.signal })[Symbol.asyncIterator]();
  let given = 0;
  let mostHeld = 0;
  const note = ({ events }: Batch): void => {
    for (const { revision } of events) {
      if (revision !== given) expect.unreachable(`${revision} came after ${given - 1}`);
      given += 1;
    }
    mostHeld = Math.max(mostHeld, produced - given);
  };

  const first = await batches.next();
  if (!first.done) note(first.value);
  await standstill();
  expect(given).toBeGreaterThan(0);

  expect(produced - given).toBeGreaterThan(0);
  expect(produced - given).toBeLessThan(fewThousand);

  while (given < total) {
    const next = await batches.next();
    if (next.done) break;
    note(next.value);
  }
  expect(given).toBe(total);
  expect(mostHeld).toBeLessThan(fewThousand);
  stop.abort();
}, 120_000);
