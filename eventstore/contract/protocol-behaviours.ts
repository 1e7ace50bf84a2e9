import { randomUUID } from 'node:crypto';
import {
  ANY,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { beforeEach, describe, expect, it } from 'vitest';

const events = (count: number, type = 'Something') =>
  Array.from({ length: count }, (_, index) => jsonEvent({ id: randomUUID(), type, data: { index } }));

/** What the protocol promises beyond our own client: a node passes it as a server of the vendor does. */
export const describeProtocol = (name: string, current: () => EventStoreDBClient): void => {
  describe(name, () => {
    let client: EventStoreDBClient;
    let stream: string;
    beforeEach(() => {
      client = current();
      stream = `probe-${randomUUID()}`;
    });
    const revisions = async (options = {}) =>
      (await Array.fromAsync(client.readStream(stream, options))).map(({ event }) => Number(event?.revision));

    it.each([
      ['over the shared call', {}],
      [
        'with credentials, over a call of its own',
        { credentials: { username: 'admin', password: 'changeit' } },
      ],
    ])('appends %s and refuses a wrong revision', async (_, options) => {
      const first = await client.appendToStream(stream, events(2), {
        expectedRevision: NO_STREAM,
        ...options,
      });
      expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
      const late = client.appendToStream(stream, events(1), { expectedRevision: NO_STREAM, ...options });
      await expect(late).rejects.toBeInstanceOf(WrongExpectedVersionError);
      await expect(late).rejects.toMatchObject({
        streamName: stream,
        expectedVersion: 'no_stream',
        actualVersion: 1n,
      });
    });

    it('recognises a repeated append that expects no revision', async () => {
      const same = events(2);
      const first = await client.appendToStream(stream, same, { expectedRevision: ANY });
      expect(await client.appendToStream(stream, same, { expectedRevision: ANY })).toEqual(first);
      expect(await revisions()).toEqual([0, 1]);
    });

    it('puts an append together that came in fragments', async () => {
      await client.appendToStream(stream, events(50), { batchAppendSize: 200 });
      expect(await revisions()).toHaveLength(50);
    });

    it('refuses more than a megabyte at once', async () => {
      const large = jsonEvent({ type: 'Large', data: { text: 'x'.repeat(1_100_000) } });
      await expect(client.appendToStream(stream, large)).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    });

    it('wants the stream to exist where that is expected', async () => {
      const asking = client.appendToStream(stream, events(1), { expectedRevision: STREAM_EXISTS });
      await expect(asking).rejects.toBeInstanceOf(WrongExpectedVersionError);
      await client.setStreamMetadata(stream, { maxCount: 9 });
      await client.appendToStream(stream, events(1), { expectedRevision: STREAM_EXISTS });
      expect(await revisions()).toEqual([0]);
    });

    it('reads a stream from either side, from anywhere, as much as is asked', async () => {
      await client.appendToStream(stream, events(600));
      expect(await revisions()).toHaveLength(600);
      expect(await revisions({ fromRevision: 597n })).toEqual([597, 598, 599]);
      expect(await revisions({ direction: BACKWARDS, fromRevision: END, maxCount: 2 })).toEqual([599, 598]);
      expect(await revisions({ direction: BACKWARDS, fromRevision: 2n })).toEqual([2, 1, 0]);
    });

    it('reads the whole log inclusively forwards and exclusively backwards', async () => {
      const { position } = await client.appendToStream(stream, events(3));
      if (!position) throw new Error('an append answers its position');
      const forwards = await Array.fromAsync(client.readAll({ fromPosition: position, maxCount: 1 }));
      expect(forwards[0]?.event).toMatchObject({ streamId: stream, revision: 2n });
      const backwards = client.readAll({ fromPosition: position, maxCount: 1, direction: BACKWARDS });
      expect((await Array.fromAsync(backwards))[0]?.event).toMatchObject({ streamId: stream, revision: 1n });
    });

    it('shows what maxCount and truncateBefore leave', async () => {
      await client.appendToStream(stream, events(10));
      await client.setStreamMetadata(stream, { maxCount: 3 });
      expect(await revisions()).toEqual([7, 8, 9]);
      await client.setStreamMetadata(stream, { truncateBefore: 9 });
      expect(await revisions()).toEqual([9]);
      expect((await client.getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 9 });
    });

    it('lets a deleted stream be written anew, after its last revision', async () => {
      await client.appendToStream(stream, events(2));
      await client.deleteStream(stream);
      await expect(revisions()).rejects.toBeInstanceOf(StreamNotFoundError);
      const anew = await client.appendToStream(stream, events(1), { expectedRevision: NO_STREAM });
      expect(anew.nextExpectedRevision).toBe(2n);
      expect(await revisions()).toEqual([2]);
    });

    it('ends a stream for good by a tombstone', async () => {
      await client.appendToStream(stream, events(1));
      await client.tombstoneStream(stream);
      await expect(revisions()).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(client.appendToStream(stream, events(1))).rejects.toBeInstanceOf(StreamDeletedError);
    });

    it('refuses to delete at a wrong revision, or what never was', async () => {
      await expect(client.deleteStream(stream)).rejects.toBeInstanceOf(WrongExpectedVersionError);
      await client.appendToStream(stream, events(2));
      const wrong = client.deleteStream(stream, { expectedRevision: 0n });
      await expect(wrong).rejects.toMatchObject({
        expectedVersion: 0n,
        actualVersion: 1n,
        streamName: stream,
      });
    });

    it('subscribes to a stream that comes to be, after a revision', async () => {
      const subscription = client.subscribeToStream(stream, { fromRevision: 1n });
      const iterator = subscription[Symbol.asyncIterator]();
      const confirmed = new Promise(resolve => {
        subscription.once('confirmation', () => resolve(undefined));
      });
      const first = iterator.next();
      await confirmed;
      await client.appendToStream(stream, events(4));
      expect((await first).value?.event?.revision).toBe(2n);
      expect((await iterator.next()).value?.event?.revision).toBe(3n);
      await subscription.unsubscribe();
    });

    it.each([
      ['stream prefixes', (mine: string) => streamNameFilter({ prefixes: [mine] })],
      ['a regular expression on streams', (mine: string) => streamNameFilter({ regex: `^${mine}` })],
      ['event type prefixes', (mine: string) => eventTypeFilter({ prefixes: [`Kind${mine}`] })],
    ])('filters a subscription by %s and tells how far it has come', async (_, filterFor) => {
      const mine = stream.replaceAll('-', '');
      const { position } = await client.appendToStream(`other-${mine}`, events(1));
      if (!position) throw new Error('an append answers its position');
      await client.appendToStream(`other-${mine}`, events(100));
      await client.appendToStream(mine, events(1, `Kind${mine}`));
      const checkpoints: bigint[] = [];
      const checkpointReached = async (_subscription: unknown, at: { commit: bigint }) => {
        checkpoints.push(at.commit);
      };
      const filter = { ...filterFor(mine), maxSearchWindow: 10, checkpointInterval: 2, checkpointReached };
      const subscription = client.subscribeToAll({ fromPosition: position, filter });
      for await (const { event } of subscription) {
        expect(event?.streamId).toBe(mine);
        break;
      }
      expect(checkpoints.length).toBeGreaterThan(0);
      expect(checkpoints.every(at => at > position.commit)).toBe(true);
    });
  });
};
