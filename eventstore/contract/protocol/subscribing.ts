import { once } from 'node:events';
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  StreamDeletedError,
  streamNameFilter,
} from '@eventstore/db-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { newEvents, newStream, type Rig, take } from './rig.ts';

/** Ways to choose the events of one stream, and of the type that belongs to it. */
const choices: [string, (mine: string) => Filter][] = [
  ['stream prefixes', mine => streamNameFilter({ prefixes: ['nobody', mine] })],
  ['a regular expression on streams', mine => streamNameFilter({ regex: `^${mine}$` })],
  ['event type prefixes', mine => eventTypeFilter({ prefixes: [`Kind${mine}`] })],
  ['a regular expression on event types', mine => eventTypeFilter({ regex: `${mine}$` })],
];

export const describeSubscribing = (current: () => Rig): void => {
  describe('subscribing', () => {
    let rig: Rig;
    let stream: string;
    beforeEach(() => {
      rig = current();
      stream = newStream();
    });
    const append = async (count: number, to = stream, type = 'Something') => {
      const { position } = await rig.client.appendToStream(to, newEvents(count, type));
      if (!position) throw new Error('an append answers its position');
      return position;
    };

    /** What is in the stream of the test or tells of it: others may write to the same log. */
    async function* ownOf(all: AllStreamSubscription): AsyncGenerator<AllStreamResolvedEvent> {
      for await (const resolved of all) if (resolved.event?.streamId.endsWith(stream)) yield resolved;
    }

    it('waits for a stream that comes to be, and gives it after a revision', async () => {
      const subscription = rig.client.subscribeToStream(stream, { fromRevision: 1n });
      const events = take(subscription, 2);
      await once(subscription, 'confirmation');
      await append(4);
      expect((await events).map(({ event }) => event?.revision)).toEqual([2n, 3n]);
    });

    it('gives a stream’s history, says that it has caught up, and goes on', async () => {
      await append(300);
      const subscription = rig.client.subscribeToStream(stream);
      const said: (number | string)[] = [];
      subscription.on('caughtUp', () => said.push('caught up'));
      subscription.on('data', ({ event }) => said.push(Number(event?.revision)));
      await once(subscription, 'caughtUp');
      await append(2);
      while (said.length < 303) await once(subscription, 'data');
      await subscription.unsubscribe();
      const numbers = Array.from({ length: 302 }, (_, index) => index);
      expect(said).toEqual([...numbers.slice(0, 300), 'caught up', ...numbers.slice(300)]);
    });

    it('gives what comes after the end', async () => {
      await append(3);
      const ofStream = rig.client.subscribeToStream(stream, { fromRevision: END });
      const ofAll = rig.client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() });
      const [first, second] = [take(ofStream, 1), take(ownOf(ofAll), 1)];
      await Promise.all([once(ofStream, 'confirmation'), once(ofAll, 'confirmation')]);
      await append(1);
      expect((await first)[0]?.event?.revision).toBe(3n);
      expect((await second)[0]?.event).toMatchObject({ streamId: stream, revision: 3n });
    });

    it('gives the whole log after a position, each event once', async () => {
      const from = await append(1);
      await append(700);
      const revisions: number[] = [];
      const reading = (async () => {
        for await (const { event } of rig.client.subscribeToAll({ fromPosition: from })) {
          // A server of the vendor may write of itself at any time.
          if (event?.streamId === stream) revisions.push(Number(event.revision));
          if (revisions.length >= 900) break;
        }
      })();
      await append(200);
      await reading;
      expect(revisions).toEqual(Array.from({ length: 900 }, (_, index) => index + 1));
    });

    it('fails when its stream is or becomes ended for good', async () => {
      await append(1);
      const live = rig.client.subscribeToStream(stream);
      const ending = expect(Array.fromAsync(live)).rejects.toBeInstanceOf(StreamDeletedError);
      await once(live, 'caughtUp');
      await rig.client.tombstoneStream(stream);
      await ending;
      const late = Array.fromAsync(rig.client.subscribeToStream(stream));
      await expect(late).rejects.toBeInstanceOf(StreamDeletedError);
    });

    it('goes on with a deleted stream that is written anew', async () => {
      await append(2);
      await rig.client.deleteStream(stream);
      const subscription = rig.client.subscribeToStream(stream);
      const events = take(subscription, 1);
      await once(subscription, 'confirmation');
      await append(1);
      expect((await events)[0]?.event?.revision).toBe(2n);
    });

    it.each(choices)('filters by %s and tells how far it has come', async (_, choose) => {
      const mine = stream.replaceAll('-', '');
      const other = `other-${mine}`;
      const from = await append(1, other);
      await append(100, other);
      await append(1, mine, `Kind${mine}`);
      const checkpoints: bigint[] = [];
      const checkpointReached = async (_subscription: unknown, at: { commit: bigint }) => {
        checkpoints.push(at.commit);
      };
      const filter = { ...choose(mine), maxSearchWindow: 10, checkpointInterval: 2, checkpointReached };
      const subscription = rig.client.subscribeToAll({ fromPosition: from, filter });
      const events = take(subscription, 2);
      await once(subscription, 'caughtUp');
      await append(100, other);
      const last = await append(1, mine, `Kind${mine}`);
      expect((await events).map(({ event }) => event?.streamId)).toEqual([mine, mine]);
      expect(checkpoints.every(at => at > from.commit)).toBe(true);
      // Others may write to the same log behind it.
      expect(checkpoints.filter(at => at <= last.commit).length).toBeGreaterThanOrEqual(5);
      expect(checkpoints).toEqual(checkpoints.toSorted((a, b) => Number(a - b)));
    });

    it('leaves the system’s events out where that is asked', async () => {
      const from = await append(1);
      await rig.client.setStreamMetadata(stream, { maxCount: 10 });
      await append(1);
      const filter = excludeSystemEvents();
      const [next] = await take(ownOf(rig.client.subscribeToAll({ fromPosition: from, filter })), 1);
      expect(next?.event).toMatchObject({ streamId: stream, revision: 1n });
    });
  });
};
