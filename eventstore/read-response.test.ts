import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import {
  encodeCaughtUp,
  encodeCheckpoint,
  encodeConfirmation,
  encodeEvent,
  encodeStreamNotFound,
} from './embedded/encoding.ts';
import { readResponse } from './read-response.ts';

const { ReadResp } = streamsPb;
const { ReadEvent } = ReadResp;

const id = '5f1c3c0e-6a0f-4b67-9d0c-0d6a3f9ad001';
const stream = 'message-0b5f5b0e-2a0a-4c54-8b8e-0d6a3f9ad001.são';
const data = { body: 'Olá, 👋 tudo bem?', media: null, nested: { at: [1, 2, 3] } };
const metadata = { commandId: id };
/** Commit and prepare at 2^64 − 1: so EventStoreDB 24.2.0 says that a filter has let nothing through yet. */
const checkpointBeforeEverything = Buffer.of(
  ...[(3 << 3) | 2, 22],
  ...[1, 2].flatMap(field => [field << 3, ...Array.from({ length: 9 }, () => 0xff), 1]),
);

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const event = {
  ...{ id, stream, type: 'MessageReceived', isJson: true, place: 70_000_000_000, revision: 300 },
  ...{ created: 1_763_700_000_000, data: bytes(data), metadata: bytes(metadata) },
};
const record = {
  ...{ id, streamId: stream, type: event.type, data, metadata },
  ...{ revision: 300, position: 70_000_000_000 * 128 },
};

/** As the generated classes write it, with fields that ours leaves out. */
const generated = (change: (recorded: InstanceType<typeof ReadEvent.RecordedEvent>) => void): Buffer => {
  const recorded = new ReadEvent.RecordedEvent()
    .setId(new sharedPb.UUID().setString(id))
    .setStreamIdentifier(
      new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')),
    )
    .setStreamRevision('300')
    .setPreparePosition('1')
    .setCommitPosition(String(record.position))
    .setCustomMetadata(bytes(metadata))
    .setData(bytes(data));
  recorded.getMetadataMap().set('created', '17637000000000000').set('type', event.type);
  change(recorded);
  const link = new ReadEvent.RecordedEvent().setStreamRevision('7');
  const read = new ReadEvent().setEvent(recorded).setLink(link).setCommitPosition(String(record.position));
  return Buffer.from(new ReadResp().setEvent(read).serializeBinary());
};

describe('what a server says while it is read', () => {
  it('is an event as the embedded node writes it', () => {
    expect(readResponse(encodeEvent(event, 'text'))).toEqual({ record });
  });

  it('is an event as any server writes it, whatever else stands beside it', () => {
    expect(readResponse(generated(() => undefined))).toEqual({ record });
  });

  it('is no position where the server has found nothing yet', () => {
    expect(readResponse(encodeCheckpoint({ commit: 128, prepare: 128 }))).toEqual({
      remark: { position: 128 },
    });
    expect(readResponse(checkpointBeforeEverything)).toEqual({});
  });

  it('is an event without data when that is no JSON', () => {
    const broken = generated(recorded => recorded.setData(Buffer.from('{"body":"Ol')));
    expect(readResponse(broken)).toEqual({ record: { ...record, data: undefined } });
  });

  it('is no safe integer where a number is too large for one', () => {
    const huge = readResponse(
      generated(recorded => recorded.setCommitPosition(String(2n ** 64n - 1n))),
    ).record;
    expect(Number.isSafeInteger(huge?.position)).toBe(false);
    expect(Number(huge?.position)).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
  });

  it('is how far it has come, and that it is live', () => {
    expect(readResponse(encodeCheckpoint({ commit: 12_800, prepare: 12_800 }))).toEqual({
      remark: { position: 12_800 },
    });
    expect(readResponse(encodeCaughtUp())).toEqual({ remark: { live: true } });
  });

  it('is a border in front of an event, and no position, where the prepare position is smaller', () => {
    expect(readResponse(encodeCheckpoint({ commit: 12_800, prepare: 0 }))).toEqual({
      remark: { border: 12_800 },
    });
    expect(readResponse(encodeCheckpoint({ commit: 0, prepare: 0 }))).toEqual({ remark: { position: 0 } });
  });

  it('is nothing of interest otherwise', () => {
    expect(readResponse(encodeConfirmation('one'))).toEqual({});
    expect(readResponse(encodeStreamNotFound(stream))).toEqual({});
    expect(readResponse(Buffer.from(new ReadResp().setLastStreamPosition('9').serializeBinary()))).toEqual(
      {},
    );
  });

  it('is refused when it is cut short', () => {
    const whole = encodeEvent(event, 'text');
    for (const length of [1, 2, 20, whole.length - 200, whole.length - 1])
      expect(() => readResponse(whole.subarray(0, length)), `${length}`).toThrow('cut short');
  });
});
