import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  type Position,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedNode, startEmbeddedNode } from '../embedded/server.ts';
import {
  type Answer,
  type Appending,
  createStreamModel,
  type Expectation,
  type ModelEvent,
  metastream,
  type Reading,
} from './stream-model.ts';

/** MODEL_RUNS for more, MODEL_SEED for the seed that a failure has printed. */
const runs = Number(process.env.MODEL_RUNS ?? 200);
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) };

const streams = fc.constantFrom('a', 'b', 'c');
/** A word, or a distance to the revision that the stream has. */
const expectations = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('any', 'no_stream', 'stream_exists') },
  { weight: 4, arbitrary: fc.constantFrom(0, 0, 0, -1, -2, -5, 1) },
);
const revisions = fc.oneof(fc.constantFrom('start', 'end'), fc.nat(12));
const direction = fc.constantFrom('forwards', 'backwards');
const unary = fc.boolean();

const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('append'),
      stream: streams,
      expected: expectations,
      count: fc.integer({ min: 1, max: 4 }),
      unary,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('repeat'),
      which: fc.nat(9),
      /** Undefined is as it was. */
      expected: fc.option(expectations, { nil: undefined }),
      ids: fc.constantFrom('all', 'all', 'fewer', 'more'),
      unary,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('limit'),
      stream: streams,
      expected: expectations,
      limits: fc.record({ $maxCount: fc.integer({ min: 1, max: 4 }), $tb: fc.nat(8) }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete'), stream: streams, expected: expectations }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('tombstone'), stream: streams, expected: expectations }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read'),
      stream: fc.oneof(streams, streams.map(metastream)),
      reading: fc.record({ direction, from: revisions, count: fc.integer({ min: 1, max: 12 }) }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('read-all'), from: fc.nat(40), direction, count: fc.nat(12) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

const asAnswer = (error: unknown): Answer => {
  if (error instanceof StreamDeletedError) return { kind: 'deleted' };
  if (error instanceof StreamNotFoundError) return { kind: 'not-found' };
  if (error instanceof WrongExpectedVersionError) {
    const { actualVersion } = error;
    return { kind: 'wrong', actual: typeof actualVersion === 'bigint' ? Number(actualVersion) : -1 };
  }
  throw error;
};

const credentials = { username: 'admin', password: 'changeit' };
const directions = { forwards: FORWARDS, backwards: BACKWARDS } as const;
const ends = { start: START, end: END } as const;

describe('a node and the model of streams', () => {
  let directory: string;
  let node: EmbeddedNode;
  let client: EventStoreDBClient;

  const start = async () => {
    node = await startEmbeddedNode({ file: join(directory, 'log.db') });
    client = EventStoreDBClient.connectionString(node.url);
  };
  const stop = async () => {
    await client.dispose();
    await node.close();
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'eventstore-model-'));
    await start();
  });
  afterAll(async () => {
    await stop();
    await rm(directory, { recursive: true });
  });

  /** The streams of one run have names of their own, on a log that goes on from run to run. */
  const openRun = async () => {
    const run = randomUUID();
    const model = createStreamModel();
    const sent: Appending[] = [];
    const before = await Array.fromAsync(
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }),
    );
    const since: Position | undefined = before[0]?.event?.position;

    const real = (stream: string): string =>
      stream.startsWith('$$') ? metastream(`${stream.slice(2)}-${run}`) : `${stream}-${run}`;
    const modelled = (stream: string): string => stream.replace(`-${run}`, '');
    const revisionOf = (stream: string, expected: string | number): Expectation => {
      if (expected === 'any' || expected === 'no_stream' || expected === 'stream_exists') return expected;
      const revision = model.last(stream) + Number(expected);
      return revision < 0 ? 'no_stream' : revision;
    };
    const asRevision = (expected: Expectation) =>
      typeof expected === 'number' ? BigInt(expected) : expected;

    const seen = (event: ModelEvent) => ({
      stream: event.stream,
      revision: event.revision === 'tombstone' ? 2n ** 63n - 1n : BigInt(event.revision),
      id: event.id ?? 'made by the node',
    });
    const shown = (
      events: readonly { event?: { id: string; streamId: string; revision: bigint } | undefined }[],
    ) =>
      events.map(({ event }) => ({
        stream: modelled(event?.streamId ?? ''),
        revision: event?.revision,
        id: made.has(event?.id ?? '') ? event?.id : 'made by the node',
      }));
    const made = new Set<string>();

    const append = async (appending: Appending, over: { unary: boolean }) => {
      const { stream, expected, ids, limits } = appending;
      for (const id of ids) made.add(id);
      sent.push(appending);
      const events = ids.map(id =>
        jsonEvent({ id, type: limits ? '$metadata' : 'Something', data: { ...limits } }),
      );
      const answer = client
        .appendToStream(real(stream), events, {
          expectedRevision: asRevision(expected),
          ...(over.unary && { credentials }),
        })
        .then(
          ({ nextExpectedRevision }): Answer => ({ kind: 'done', revision: Number(nextExpectedRevision) }),
          asAnswer,
        );
      const modelAnswer = model.append(appending);
      expect(await answer).toEqual(modelAnswer);
    };

    const remove = async (kind: 'delete' | 'tombstone', stream: string, asked: Expectation) => {
      // The client cannot say `stream_exists` here.
      const expected = asked === 'stream_exists' ? 'any' : asked;
      const options = { expectedRevision: typeof expected === 'number' ? BigInt(expected) : expected };
      const removing =
        kind === 'delete'
          ? client.deleteStream(real(stream), options)
          : client.tombstoneStream(real(stream), options);
      const answer = removing.then((): Answer => ({ kind: 'removed' }), asAnswer);
      const modelAnswer =
        kind === 'delete' ? model.softDelete(stream, expected) : model.tombstone(stream, expected);
      expect(await answer).toEqual(modelAnswer);
    };

    const read = async (stream: string, reading: Reading) => {
      const { from, count } = reading;
      const events = client.readStream(real(stream), {
        direction: directions[reading.direction],
        fromRevision: typeof from === 'number' ? BigInt(from) : ends[from],
        maxCount: count,
      });
      const answer = await Array.fromAsync(events).then(shown, asAnswer);
      const expected = model.read(stream, reading);
      expect(answer).toEqual('kind' in expected ? expected : expected.map(seen));
    };

    /** What has been written since the run began. */
    const readLog = async () => {
      const options = since ? { fromPosition: since } : {};
      const all = await Array.fromAsync(client.readAll(options));
      return since ? all.slice(1) : all;
    };

    const readAll = async ({ from, direction: towards, count }: Extract<Step, { kind: 'read-all' }>) => {
      const log = await readLog();
      expect(shown(log)).toEqual(model.log.map(seen));
      if (log.length === 0 || count === 0) return;
      const index = from % log.length;
      const fromPosition = log[index]?.event?.position;
      if (!fromPosition) throw new Error('an event of the whole log has a position');
      const maxCount = towards === 'forwards' ? count : Math.min(count, index);
      if (maxCount === 0) return;
      const page = client.readAll({ direction: directions[towards], fromPosition, maxCount });
      const expected =
        towards === 'forwards'
          ? model.log.slice(index, index + count)
          : model.log.slice(index - maxCount, index).toReversed();
      expect(shown(await Array.fromAsync(page))).toEqual(expected.map(seen));
    };

    const repeat = async (step: Extract<Step, { kind: 'repeat' }>) => {
      const earlier = sent.at(-1 - step.which);
      if (!earlier) return;
      const { stream } = earlier;
      const expected = step.expected === undefined ? earlier.expected : revisionOf(stream, step.expected);
      const more = step.ids === 'more' ? [randomUUID()] : [];
      const ids = [...(step.ids === 'fewer' ? earlier.ids.slice(0, -1) : earlier.ids), ...more];
      if (ids.length > 0) await append({ ...earlier, expected, ids }, step);
    };

    const take = async (step: Step) => {
      switch (step.kind) {
        case 'append': {
          const ids = Array.from({ length: step.count }, () => randomUUID());
          const expected = revisionOf(step.stream, step.expected);
          return append({ stream: step.stream, expected, ids }, step);
        }
        case 'repeat':
          return repeat(step);
        case 'limit': {
          const stream = metastream(step.stream);
          const { $maxCount, $tb } = step.limits;
          const limits = { ...($maxCount !== undefined && { $maxCount }), ...($tb !== undefined && { $tb }) };
          const expected = revisionOf(stream, step.expected);
          return append({ stream, expected, ids: [randomUUID()], limits }, { unary: false });
        }
        case 'delete':
        case 'tombstone':
          return remove(step.kind, step.stream, revisionOf(step.stream, step.expected));
        case 'read':
          return read(step.stream, step.reading);
        case 'read-all':
          return readAll(step);
        case 'restart': {
          await stop();
          return start();
        }
      }
    };

    const compareAll = async () => {
      await readAll({ kind: 'read-all', from: 0, direction: 'forwards', count: 0 });
      for (const stream of ['a', 'b', 'c']) {
        await read(stream, { direction: 'forwards', from: 'start', count: 1000 });
        await read(stream, { direction: 'backwards', from: 'end', count: 1000 });
      }
    };
    return { take, compareAll };
  };

  it('agree after anything that clients may ask', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40, size: 'max' }), async all => {
        const run = await openRun();
        for (const step of all) await run.take(step);
        await run.compareAll();
      }),
      { numRuns: runs, interruptAfterTimeLimit: runs > 200 ? 3_600_000 : 20_000, ...seed },
    );
  }, 3_600_000);
});
