import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { allReadable, createCodec, type StoredRecord } from './codec.ts';
import { createSamples } from './contract/samples.ts';
import { memoryPersonKeys } from './person-keys.ts';
import { UnreadableEvent } from './types.ts';
import type { Upcaster, Upcasters } from './upcasters.ts';

const samples = createSamples();
const stream = samples.claimStream();
const toAppend = samples.claim(0, stream);
const codecWith = (table?: Upcasters) => createCodec(memoryPersonKeys(), table);
const [form] = await codecWith().encode(stream, [toAppend]);
if (!form) throw new Error('nothing was encoded');
const record: StoredRecord = { ...form, streamId: stream, revision: 3n, position: 512n };

const messages = samples.messageStream();
const received = {
  ...{ messageId: samples.companyId, ticketId: samples.companyId, contactId: samples.companyId },
  ...{ connectionId: samples.companyId, body: 'text', mediaType: 'text' as const, quotedMessageId: null },
  waKey: { id: 'A', remoteJid: '1@lid', fromMe: false, participant: null },
  ...{ sentAt: '2026-01-02T03:04:05.678Z', senderName: null },
};

const decoded = async (stored: StoredRecord, table?: Upcasters) => {
  return allReadable(await codecWith(table).decode([stored]))[0];
};

describe('the codec', () => {
  it('gives back what it was given', async () => {
    expect(await decoded(record)).toEqual({
      ...toAppend.event,
      id: toAppend.id,
      stream,
      category: 'claim',
      companyId: samples.companyId,
      entityId: stream.split('.')[1],
      revision: 3,
      position: 512,
      metadata: toAppend.metadata,
    });
  });

  it('passes over streams that are not ours', async () => {
    expect(await decoded({ ...record, streamId: '$stats-127.0.0.1:2113' })).toBeUndefined();
  });

  it.each([
    ['an unknown type', { type: 'KeyLost' }],
    ['a type of Object itself', { type: 'toString' }],
    ['data that does not fit', { data: { kind: 'nonsense' } }],
    ['data that is no object', { data: 'text' }],
    ['metadata without a company', { metadata: {} }],
    ['no metadata', { metadata: undefined }],
    ['a position beyond safe integers', { position: 2n ** 60n }],
  ])('cannot read %s', async (_, changed) => {
    await expect(decoded({ ...record, ...changed })).rejects.toThrow(UnreadableEvent);
  });

  it('names what cannot be read beside the others', async () => {
    const lost = { ...record, id: randomUUID(), type: 'KeyLost', revision: 4n, position: 640n };
    const { events, unreadable } = await codecWith().decode([record, lost, record]);
    expect(events).toHaveLength(2);
    expect(unreadable).toEqual([
      {
        ...{ id: lost.id, type: 'KeyLost', stream, category: 'claim', companyId: samples.companyId },
        ...{ entityId: stream.split('.')[1], revision: 4, position: 640 },
        error: expect.any(UnreadableEvent),
      },
    ]);
  });

  it('says whose keys are missing, and asks for none under a name that is nobody’s', async () => {
    const keys = memoryPersonKeys();
    const person = randomUUID();
    const named = { ...toAppend, event: { type: 'MessageReceived' as const, data: received } };
    const [sealed] = await createCodec(keys).encode(messages, [{ ...named, persons: [person] }]);
    if (!sealed) throw new Error('nothing was encoded');
    const stored = { ...sealed, streamId: messages, revision: 0n, position: 128n };
    const { unreadable: [missing] = [] } = await codecWith().decode([stored]);
    expect(missing?.error.missing).toEqual([person]);
    const forReading = (persons: readonly string[]) => {
      if (persons.some(each => each === 'nobody')) throw new Error('no uuid');
      return keys.forReading(persons);
    };
    const odd = { ...stored, data: { ...sealed.data, $personal: { k: ['nobody', 7], v: 'AAAA' } } };
    const { unreadable: [nameless] = [] } = await createCodec({ ...keys, forReading }).decode([odd]);
    expect(nameless?.error.missing).toEqual([]);
  });

  it('refuses to write data that does not fit, and metadata that does not', async () => {
    const bent = {
      ...toAppend,
      event: { type: 'KeyClaimed' as const, data: { kind: 'queue-color' as const, ownerId: 'no id' } },
    };
    await expect(codecWith().encode(stream, [bent])).rejects.toThrow(UnreadableEvent);
    const metadata = { ...toAppend.metadata, at: 'yesterday' };
    await expect(codecWith().encode(stream, [{ ...toAppend, metadata }])).rejects.toThrow(UnreadableEvent);
  });

  it('refuses to write what happened in an impossible year', async () => {
    for (const year of ['0000', '2008', '2101']) {
      const at = `${year}-01-02T03:04:05.678Z`;
      const metadata = { ...toAppend.metadata, at };
      await expect(codecWith().encode(stream, [{ ...toAppend, metadata }])).rejects.toThrow(UnreadableEvent);
      const event = { type: 'MessageReceived' as const, data: { ...received, sentAt: at } };
      await expect(
        codecWith().encode(messages, [{ ...toAppend, event, persons: [samples.companyId] }]),
      ).rejects.toThrow('sentAt (custom)');
    }
  });

  it.each([
    ['0000-01-01T00:00:00.000Z', '2009-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.000Z', '2100-12-31T23:59:59.999Z'],
  ])('reads %s, which was once written, as %s', async (at, near) => {
    const old = { ...record, streamId: messages, type: 'MessageReceived' };
    const stored = { ...old, data: { ...received, sentAt: at }, metadata: { ...toAppend.metadata, at } };
    const event = await decoded(stored);
    expect(event).toMatchObject({ data: { ...received, sentAt: near }, metadata: { at: near } });
    expect(stored.data.sentAt).toBe(at);
    await expect(decoded({ ...stored, data: { ...stored.data, body: 1 } })).rejects.toThrow('body');
  });

  it('tells where something does not fit, and never the value', async () => {
    const event = { type: 'KeyClaimed' as const, data: { kind: 'queue-color' as const, ownerId: 'Clara' } };
    const refusal = await codecWith()
      .encode(stream, [{ ...toAppend, event }])
      .catch((error: unknown) => error);
    expect(inspect(refusal)).toContain('ownerId (invalid_format)');
    expect(inspect(refusal)).not.toContain('Clara');
  });

  it('writes only fields that the schema knows', async () => {
    const data = { kind: 'queue-color' as const, ownerId: samples.companyId, more: 1 };
    const [written] = await codecWith().encode(stream, [
      { ...toAppend, event: { type: 'KeyClaimed', data } },
    ]);
    expect(written?.data).toEqual({ kind: 'queue-color', ownerId: samples.companyId });
  });
});

const ownerId = samples.companyId;
const asClaimed: Upcaster = data => ({ type: 'ColourClaimed', data: { owner: data } });
const asKey: Upcaster = () => ({ type: 'KeyClaimed', data: { kind: 'queue-color', ownerId } });
const as =
  (type: string): Upcaster =>
  data => ({ type, data });

describe('upcasters', () => {
  const table: Upcasters = { claim: { ColourTaken: asClaimed, ColourClaimed: asKey } };

  it('lead an old event step by step to what it means today', async () => {
    const old = { ...record, type: 'ColourTaken', data: ownerId };
    expect(await decoded(old, table)).toMatchObject({
      type: 'KeyClaimed',
      data: { kind: 'queue-color', ownerId },
    });
  });

  it('leave other categories and types alone', async () => {
    expect(await decoded(record, table)).toMatchObject({ type: 'KeyClaimed' });
  });

  it('must not lead in a circle, nor to data that does not fit', async () => {
    const circle: Upcasters = { claim: { A: as('B'), B: as('A') } };
    await expect(decoded({ ...record, type: 'A' }, circle)).rejects.toThrow(UnreadableEvent);
    const unfit: Upcasters = { claim: { A: as('KeyClaimed') } };
    await expect(decoded({ ...record, type: 'A', data: {} }, unfit)).rejects.toThrow(UnreadableEvent);
  });
});
