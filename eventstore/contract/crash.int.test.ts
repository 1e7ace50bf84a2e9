import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StreamName } from '#domain/shared/stream.ts';
import { openEventStore } from '../client.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import { type Appended, type EventStore, noStream, type Recorded, StoreUnavailable } from '../types.ts';
import { type NodeProcess, startNodeProcess } from './node-process.ts';
import { createSamples } from './samples.ts';

const writers = 8;
const rounds = 3;
const acknowledgedPerRound = 150;

describe('an event store node that is killed', () => {
  let directory: string;
  let file: string;
  let node: NodeProcess;
  let store: EventStore;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'eventstore-crash-'));
    file = join(directory, 'log.db');
    node = await startNodeProcess(file);
    store = openEventStore({ connectionString: node.url, keys: memoryPersonKeys() });
  });
  afterEach(async () => {
    await store.close();
    await node.kill();
    await rm(directory, { recursive: true });
  });

  const crashAndRestart = async () => {
    const { port } = node;
    await node.kill();
    node = await startNodeProcess(file, port);
  };

  /** Repeats one append, ids and place the same, until the store has answered. */
  const insist = async (work: () => Promise<Appended>): Promise<Appended> => {
    const end = Date.now() + 20_000;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || Date.now() > end) throw error;
        await nextTurn();
      }
    }
  };

  /** Appends by many writers until told to stop; `acknowledged` grows with every answer. */
  const write = async (stop: AbortSignal, acknowledged: Map<StreamName, Appended[]>, count: () => void) => {
    const samples = createSamples();
    const one = async () => {
      const stream = samples.claimStream();
      const answers: Appended[] = [];
      acknowledged.set(stream, answers);
      for (let index = 0; !stop.aborted; index += 1) {
        const expected = index === 0 ? noStream : index - 1;
        answers.push(await insist(() => store.append(stream, expected, [samples.claim(index, stream)])));
        count();
      }
    };
    await Promise.all(Array.from({ length: writers }, one));
  };

  const underLoad = async (afterEachRound: () => Promise<void>) => {
    const acknowledged = new Map<StreamName, Appended[]>();
    const stop = new AbortController();
    let total = 0;
    let due = acknowledgedPerRound;
    let reached: (() => void) | undefined;
    const writing = write(stop.signal, acknowledged, () => {
      total += 1;
      if (total >= due) reached?.();
    });
    writing.catch(() => reached?.());
    for (let round = 0; round < rounds; round += 1) {
      await new Promise<void>(resolve => {
        reached = resolve;
      });
      await afterEachRound();
      due = total + acknowledgedPerRound;
    }
    stop.abort();
    await writing;
    return acknowledged;
  };

  it('has lost and doubled nothing that it acknowledged', async () => {
    const acknowledged = await underLoad(crashAndRestart);
    expect(acknowledged.size).toBe(writers);
    for (const [stream, answers] of acknowledged) {
      const stored = await store.load(stream);
      expect(stored.map(({ revision, position }) => ({ revision, position }))).toEqual(answers);
    }
  }, 30_000);

  it('leaves subscriptions without a gap and without a repetition', async () => {
    const seen: Recorded[] = [];
    const stop = new AbortController();
    let last = Number.POSITIVE_INFINITY;
    const reading = (async () => {
      for await (const { events, position } of store.subscribe({ maxBatch: 50, signal: stop.signal })) {
        seen.push(...events);
        if (position >= last) stop.abort();
      }
    })();
    const acknowledged = await underLoad(crashAndRestart);
    const sentinel = createSamples();
    const stream = sentinel.claimStream();
    const end = await insist(() => store.append(stream, noStream, [sentinel.claim(0, stream)]));
    last = end.position;
    if ((seen.at(-1)?.position ?? 0) >= last) stop.abort();
    await reading;
    const positions = [...acknowledged.values()].flat().map(({ position }) => position);
    expect(seen.map(({ position }) => position)).toEqual([...positions, last].sort((a, b) => a - b));
  }, 30_000);

  it('is restarted cleanly after an orderly end', async () => {
    const samples = createSamples();
    const stream = samples.claimStream();
    await store.append(stream, noStream, samples.claims(stream, 3));
    expect(await node.terminate()).toBe(0);
    node = await startNodeProcess(file, node.port);
    await insist(() => store.append(stream, 2, [samples.claim(3, stream)]));
    expect(await store.load(stream)).toHaveLength(4);
  });

  it('settles every call in flight when it ends, and keeps what it answered', async () => {
    const samples = createSamples();
    const streams = Array.from({ length: 64 }, () => samples.claimStream());
    await store.append(samples.claimStream(), noStream, []);
    const calls = streams.map(stream => store.append(stream, noStream, samples.claims(stream, 1)));
    const settled = Promise.allSettled(calls);
    await calls[0];
    await node.terminate();
    const outcomes = await settled;
    node = await startNodeProcess(file, node.port);
    await insist(() => store.append(samples.claimStream(), noStream, []));
    for (const [index, stream] of streams.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') expect(await store.load(stream)).toHaveLength(1);
      else expect(outcome?.reason).toBeInstanceOf(StoreUnavailable);
    }
  });

  it('refuses a second node on the same file in one sentence', async () => {
    await expect(startNodeProcess(file)).rejects.toThrow(
      `exit 1: event store: another event store node is running on ${file}`,
    );
  });
});
