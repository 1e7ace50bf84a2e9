import {
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { newEvents, newStream, type Rig, revisionsOf } from './rig.ts';

const softlyDeleted = Number(2n ** 63n - 1n);

export const describeRemoving = (current: () => Rig): void => {
  describe('removing', () => {
    let rig: Rig;
    let stream: string;
    beforeEach(() => {
      rig = current();
      stream = newStream();
    });
    const append = (count: number, options = {}) =>
      rig.client.appendToStream(stream, newEvents(count), options);
    const metadata = async () => (await rig.client.getStreamMetadata(stream)).metadata;

    it('lets a deleted stream be written anew, after its last revision', async () => {
      await rig.client.setStreamMetadata(stream, { maxCount: 50, colour: 'blue' });
      await append(2);
      await rig.client.deleteStream(stream);
      await expect(revisionsOf(rig.client, stream)).rejects.toBeInstanceOf(StreamNotFoundError);
      expect(await metadata()).toEqual({ truncateBefore: softlyDeleted });
      const anew = await append(1, { expectedRevision: NO_STREAM });
      expect(anew.nextExpectedRevision).toBe(2n);
      expect(await revisionsOf(rig.client, stream)).toEqual([2]);
      expect(await metadata()).toEqual({ truncateBefore: 2 });
    });

    it('takes a deleted stream for one that does not exist', async () => {
      await append(2);
      await rig.client.deleteStream(stream, { expectedRevision: 1n });
      const asking = append(1, { expectedRevision: STREAM_EXISTS });
      await expect(asking).rejects.toBeInstanceOf(StreamDeletedError);
      await append(1, { expectedRevision: 1n });
      expect(await revisionsOf(rig.client, stream)).toEqual([2]);
    });

    it('keeps what was deleted in the whole log', async () => {
      const { position } = await append(1);
      if (!position) throw new Error('an append answers its position');
      await rig.client.deleteStream(stream);
      const [first] = await Array.fromAsync(rig.client.readAll({ fromPosition: position, maxCount: 1 }));
      expect(first?.event?.streamId).toBe(stream);
    });

    it('ends a stream for good by a tombstone', async () => {
      await append(1);
      await rig.client.tombstoneStream(stream);
      await expect(revisionsOf(rig.client, stream)).rejects.toBeInstanceOf(StreamDeletedError);
      for (const expectedRevision of [NO_STREAM, STREAM_EXISTS, 0n]) {
        await expect(append(1, { expectedRevision })).rejects.toBeInstanceOf(StreamDeletedError);
      }
      await expect(rig.client.deleteStream(stream)).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(rig.client.tombstoneStream(stream)).rejects.toBeInstanceOf(StreamDeletedError);
    });

    it('names the stream that was ended', async () => {
      await append(1);
      await rig.client.tombstoneStream(stream, { expectedRevision: 0n });
      await expect(append(1)).rejects.toMatchObject({ streamName: stream });
      await expect(revisionsOf(rig.client, stream)).rejects.toMatchObject({ streamName: stream });
    });

    it('refuses to delete what never was', async () => {
      const asking = rig.client.deleteStream(stream);
      await expect(asking).rejects.toBeInstanceOf(WrongExpectedVersionError);
      await expect(asking).rejects.toMatchObject({ streamName: stream, actualVersion: -1n });
    });

    it.each(['delete', 'tombstone'] as const)(
      'refuses to %s at a wrong revision, and says which',
      async way => {
        await append(2);
        const remove = (expectedRevision: bigint | 'no_stream') =>
          way === 'delete'
            ? rig.client.deleteStream(stream, { expectedRevision })
            : rig.client.tombstoneStream(stream, { expectedRevision });
        await expect(remove(0n)).rejects.toMatchObject({
          streamName: stream,
          expectedVersion: 0n,
          actualVersion: 1n,
        });
        await expect(remove(NO_STREAM)).rejects.toMatchObject({ expectedVersion: -1n, actualVersion: 1n });
        expect(await revisionsOf(rig.client, stream)).toEqual([0, 1]);
        await remove(1n);
      },
    );
  });
};
