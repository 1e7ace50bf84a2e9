import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, type Position } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, type Heard, inWords, listen, logFrom } from './checkpoints/listening.ts';
import { saidCatchingUp, saidLive } from './checkpoints/rule.ts';
import { openRealTarget, startEmbeddedTarget, type Target } from './targets.ts';

const pace = { window: 32, every: 128 };

const describeCheckpoints = (name: string, connectionString: () => string): void => {
  describe(name, () => {
    let client: EventStoreDBClient;
    let prefix: string;
    let other: string;
    beforeAll(() => {
      client = EventStoreDBClient.connectionString(connectionString());
    });
    afterAll(() => client.dispose());

    const append = async (stream: string, count = 1): Promise<Position> => {
      let last: Position | undefined;
      for (let done = 0; done < count; done += 1)
        last = (await client.appendToStream(stream, jsonEvent({ type: 'T', data: {} }))).position;
      if (!last) throw new Error('an append answers its position');
      return last;
    };
    const begin = async (): Promise<Position> => {
      const id = randomUUID();
      [prefix, other] = [`wanted-${id}`, `other-${id}`];
      return append(other);
    };
    /** What was heard, and what the rule says of the same events. What stands behind the last one is written by then. */
    const compare = async (from: Position, heard: readonly Heard[], rule = saidCatchingUp) => {
      await append(other);
      const log = await logFrom(client, from, prefix);
      const positions = log.map(({ position }) => position);
      const wanted = log.map(({ isWanted }) => isWanted);
      for (const { said, end } of heard) {
        const length = positions.findIndex(({ commit }) => commit === end.commit) + 1;
        expect(inWords(said, positions)).toEqual(rule(wanted.slice(0, length), pace));
      }
    };

    it('stand where they do after every number of wanted events from 0 to 130', async () => {
      const from = await begin();
      const heard: Heard[] = [];
      for (let events = 0; events <= 130; events += 1) {
        if (events > 0) await append(prefix);
        heard.push(await listen({ client, from, prefix, pace }));
      }
      await compare(from, heard);
    }, 120_000);

    it.each([1, 31, 32, 127, 128, 129, 300])('stand where they do after %i unwanted events', async count => {
      const from = await begin();
      await append(other, count);
      await compare(from, [await listen({ client, from, prefix, pace })]);
    });

    it('stand where they do after events of which some are wanted', async () => {
      for (const isWanted of [5, 31, 32, 33, 64, 100, 127, 160].map(
        last => (event: number) => event <= last,
      )) {
        const from = await begin();
        for (let event = 1; event <= 191; event += 1) await append(isWanted(event) ? prefix : other);
        await compare(from, [await listen({ client, from, prefix, pace })]);
      }
    }, 60_000);

    it('stand on events once it is live', async () => {
      const from = await begin();
      const whileLive = async () => {
        for (let event = 1; event < 300; event += 1) await append(event % 10 === 0 ? prefix : other);
        return { last: await append(prefix) };
      };
      const { said } = await listen({ client, from, prefix, pace }, whileLive);
      await compare(from, [{ said, end: await endOf(client) }], saidLive);
    }, 60_000);
  });
};

const real = await openRealTarget();

describe('the checkpoints of a filtered subscription', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
  });
  afterAll(() => target.stop());
  describeCheckpoints('to the embedded node', () => target.connectionString);
});

describe.skipIf(!real)('the checkpoints of a filtered subscription', () => {
  afterAll(() => real?.stop());
  describeCheckpoints('to a real server', () => real?.connectionString ?? '');
});
