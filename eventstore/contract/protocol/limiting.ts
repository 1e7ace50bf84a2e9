import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newEvents, newStream, type Rig, revisionsOf } from './rig.ts';

export const describeLimiting = (current: () => Rig): void => {
  describe('stream metadata', () => {
    let rig: Rig;
    let stream: string;
    beforeEach(() => {
      rig = current();
      stream = newStream();
    });
    const append = (count: number) => rig.client.appendToStream(stream, newEvents(count));
    const inWholeLog = async (fromPosition: { commit: bigint; prepare: bigint }) =>
      (await Array.fromAsync(rig.client.readAll({ fromPosition }))).filter(
        ({ event }) => event?.streamId === stream,
      ).length;

    it('shows what maxCount and truncateBefore leave', async () => {
      await append(10);
      await rig.client.setStreamMetadata(stream, { maxCount: 3 });
      expect(await revisionsOf(rig.client, stream)).toEqual([7, 8, 9]);
      expect(await revisionsOf(rig.client, stream, { fromRevision: 2n, maxCount: 2 })).toEqual([7, 8]);
      expect(await revisionsOf(rig.client, stream, { direction: 'backwards', fromRevision: 8n })).toEqual([
        8, 7,
      ]);
      await append(1);
      expect(await revisionsOf(rig.client, stream)).toEqual([8, 9, 10]);
      await rig.client.setStreamMetadata(stream, { truncateBefore: 10 });
      expect(await revisionsOf(rig.client, stream)).toEqual([10]);
    });

    it('hides what is older than maxAge, though not from the whole log', async () => {
      const { position } = await append(2);
      if (!position) throw new Error('an append answers its position');
      await rig.client.setStreamMetadata(stream, { maxAge: 3600 });
      expect(await revisionsOf(rig.client, stream)).toEqual([0, 1]);
      await rig.client.setStreamMetadata(stream, { maxAge: 1 });
      const hidden = async () => expect(await revisionsOf(rig.client, stream)).toEqual([]);
      await vi.waitFor(hidden, { timeout: 20_000, interval: 50 });
      const first = await rig.client.readAll({ fromPosition: position, maxCount: 1 });
      expect((await Array.fromAsync(first))[0]?.event?.streamId).toBe(stream);
      await rig.client.setStreamMetadata(stream, { maxAge: 3600 });
      await append(1);
      expect((await revisionsOf(rig.client, stream)).at(-1)).toBe(2);
    });

    it('keeps what limits hide in the whole log', async () => {
      const first = await rig.client.appendToStream(stream, newEvents(1));
      if (!first.position) throw new Error('an append answers its position');
      await append(4);
      await rig.client.setStreamMetadata(stream, { maxCount: 1, truncateBefore: 4 });
      expect(await revisionsOf(rig.client, stream)).toEqual([4]);
      expect(await inWholeLog(first.position)).toBe(5);
    });

    it('keeps access lists and a caller’s own keys, and the newest version alone', async () => {
      const acl = { readRoles: ['ops'], writeRoles: ['$admins'] };
      await rig.client.setStreamMetadata(stream, { maxCount: 7 });
      await rig.client.setStreamMetadata(stream, { acl, cacheControl: 60, colour: { name: 'blue' } });
      const { metadata } = await rig.client.getStreamMetadata(stream);
      expect(metadata).toEqual({ acl, cacheControl: 60, colour: { name: 'blue' } });
      expect(await revisionsOf(rig.client, `$$${stream}`)).toEqual([1]);
    });

    it('lifts a limit that is no longer set', async () => {
      await append(5);
      await rig.client.setStreamMetadata(stream, { maxCount: 1 });
      await rig.client.setStreamMetadata(stream, {});
      expect(await revisionsOf(rig.client, stream)).toEqual([0, 1, 2, 3, 4]);
    });

    it('refuses metadata at a wrong revision', async () => {
      await rig.client.setStreamMetadata(stream, { maxCount: 1 }, { expectedRevision: 'no_stream' });
      const late = rig.client.setStreamMetadata(stream, { maxCount: 2 }, { expectedRevision: 'no_stream' });
      await expect(late).rejects.toMatchObject({ type: 'wrong-expected-version' });
    });
  });
};
