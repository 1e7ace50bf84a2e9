import { randomUUID } from 'node:crypto';
import { BACKWARDS, binaryEvent, END, START, StreamNotFoundError } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { identifier, twoNumbers } from './fragments.ts';
import { newEvents, newStream, type Rig, revisionsOf } from './rig.ts';

/** A raw read of a whole stream, ids as two numbers. */
const rawRead = ({ raw, metadata }: Rig, stream: string): Promise<ReadResp[]> => {
  const at = new streamsPb.ReadReq.Options.StreamOptions().setStreamIdentifier(identifier(stream));
  const options = new streamsPb.ReadReq.Options().setStream(at.setStart(new sharedPb.Empty()));
  options.setUuidOption(new streamsPb.ReadReq.Options.UUIDOption().setStructured(new sharedPb.Empty()));
  options.setCount('10').setNoFilter(new sharedPb.Empty());
  return Array.fromAsync(raw.read(new streamsPb.ReadReq().setOptions(options), metadata));
};

const appendRaw = ({ raw, metadata }: Rig, stream: string, id: InstanceType<typeof sharedPb.UUID>) =>
  new Promise<void>((resolve, reject) => {
    const call = raw.append(metadata, error => (error ? reject(error) : resolve()));
    const options = new streamsPb.AppendReq.Options().setStreamIdentifier(identifier(stream));
    call.write(new streamsPb.AppendReq().setOptions(options.setNoStream(new sharedPb.Empty())));
    const message = new streamsPb.AppendReq.ProposedMessage().setId(id);
    const [type, contentType] = ['Something', 'application/octet-stream'];
    message.getMetadataMap().set('type', type).set('content-type', contentType);
    call.write(new streamsPb.AppendReq().setProposedMessage(message));
    call.end();
  });

export const describeReading = (current: () => Rig): void => {
  describe('reading', () => {
    let rig: Rig;
    let stream: string;
    beforeEach(() => {
      rig = current();
      stream = newStream();
    });
    const append = (count: number) => rig.client.appendToStream(stream, newEvents(count));

    it('reads a stream from either side, from anywhere, as much as is asked', async () => {
      const { client } = rig;
      await append(600);
      expect(await revisionsOf(client, stream)).toHaveLength(600);
      expect(await revisionsOf(client, stream, { fromRevision: 597n })).toEqual([597, 598, 599]);
      expect(await revisionsOf(client, stream, { fromRevision: 600n })).toEqual([]);
      const backwards = { direction: BACKWARDS } as const;
      expect(await revisionsOf(client, stream, { ...backwards, fromRevision: END, maxCount: 2 })).toEqual([
        599, 598,
      ]);
      expect(await revisionsOf(client, stream, { ...backwards, fromRevision: 2n })).toEqual([2, 1, 0]);
      expect(await revisionsOf(client, stream, { ...backwards, fromRevision: START })).toEqual([0]);
    });

    it('says that there is no such stream', async () => {
      await expect(revisionsOf(rig.client, stream)).rejects.toBeInstanceOf(StreamNotFoundError);
    });

    it('gives back type, data, metadata and time as they were', async () => {
      const before = Date.now();
      const [data, metadata] = [Uint8Array.of(0, 255, 7), { who: 'é' }];
      await rig.client.appendToStream(stream, binaryEvent({ type: 'Bytes', data, metadata }));
      const [{ event } = { event: undefined }] = await Array.fromAsync(rig.client.readStream(stream));
      expect(event).toMatchObject({ type: 'Bytes', isJson: false, metadata, streamId: stream });
      expect(Uint8Array.from(Buffer.from(event?.data as Uint8Array))).toEqual(data);
      expect(event?.created.getTime()).toBeGreaterThanOrEqual(before - 1);
      expect(event?.created.getTime()).toBeLessThanOrEqual(Date.now() + 1);
    });

    it('reads the whole log inclusively forwards and exclusively backwards', async () => {
      const { position } = await append(3);
      if (!position) throw new Error('an append answers its position');
      const forwards = await Array.fromAsync(rig.client.readAll({ fromPosition: position, maxCount: 1 }));
      expect(forwards[0]?.event).toMatchObject({ streamId: stream, revision: 2n });
      const backwards = rig.client.readAll({ fromPosition: position, maxCount: 1, direction: BACKWARDS });
      const [before] = await Array.fromAsync(backwards);
      expect(before?.event).toMatchObject({ streamId: stream, revision: 1n });
    });

    it('reads nothing beyond the ends of the whole log', async () => {
      await append(1);
      const { client } = rig;
      const behind = await Array.fromAsync(client.readAll({ fromPosition: END }));
      expect(behind.filter(({ event }) => event?.streamId === stream)).toEqual([]);
      expect(await Array.fromAsync(client.readAll({ fromPosition: START, direction: BACKWARDS }))).toEqual(
        [],
      );
      const newest = await Array.fromAsync(
        client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: 1 }),
      );
      expect(newest).toHaveLength(1);
    });

    it('shows the events of the system in the whole log, at growing positions that leave gaps', async () => {
      const { position } = await append(1);
      if (!position) throw new Error('an append answers its position');
      await rig.client.setStreamMetadata(stream, { maxCount: 5 });
      await append(1);
      const events = await Array.fromAsync(rig.client.readAll({ fromPosition: position }));
      const ours = events.filter(({ event }) => event?.streamId.endsWith(stream));
      expect(ours.map(({ event }) => event?.type)).toEqual(['Something', '$metadata', 'Something']);
      const positions = ours.map(({ event }) => Number(event?.position.commit));
      expect(positions.every((at, index) => index === 0 || at > (positions[index - 1] ?? 0) + 1)).toBe(true);
    });

    it('takes and gives ids as text and as two numbers', async () => {
      const id = `f${randomUUID().slice(1)}`;
      await appendRaw(rig, stream, new sharedPb.UUID().setStructured(twoNumbers(id)));
      const [{ event } = { event: undefined }] = await Array.fromAsync(rig.client.readStream(stream));
      expect(event?.id).toBe(id);
      const [response] = await rawRead(rig, stream);
      const recorded = response?.getEvent()?.getEvent();
      expect(recorded?.getId()?.getStructured()?.toObject()).toEqual(twoNumbers(id).toObject());
      expect(recorded?.getMetadataMap().get('created')).toMatch(/^\d{17}$/);
    });
  });
};
