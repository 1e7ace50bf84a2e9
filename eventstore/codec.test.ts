import { describe, expect, it } from 'vitest';
import { createCodec } from './codec.ts';
import { createSamples } from './contract/samples.ts';
import { UnreadableEvent } from './types.ts';
import type { Upcaster, Upcasters } from './upcasters.ts';

const samples = createSamples();
const stream = samples.claimStream();
const toAppend = samples.claim(0, stream);
const record = { ...createCodec().encode(stream, toAppend), streamId: stream, revision: 3n, position: 512n };

describe('the codec', () => {
  it('gives back what it was given', () => {
    expect(createCodec().decode(record)).toMatchObject({
      ...toAppend.event,
      id: toAppend.id,
      stream,
      revision: 3,
      position: 512,
      metadata: toAppend.metadata,
    });
  });

  it('passes over streams that are not ours', () => {
    expect(createCodec().decode({ ...record, streamId: '$stats-127.0.0.1:2113' })).toBeUndefined();
  });

  it.each([
    ['an unknown type', { type: 'KeyLost' }],
    ['a type of Object itself', { type: 'toString' }],
    ['data that does not fit', { data: { kind: 'nonsense' } }],
    ['data that is no object', { data: 'text' }],
    ['metadata without a company', { metadata: {} }],
    ['no metadata', { metadata: undefined }],
    ['a position beyond safe integers', { position: 2n ** 60n }],
  ])('cannot read %s', (_, changed) => {
    expect(() => createCodec().decode({ ...record, ...changed })).toThrow(UnreadableEvent);
  });

  it('refuses to write data that does not fit, and metadata that does not', () => {
    const codec = createCodec();
    const bent = {
      ...toAppend,
      event: { type: 'KeyClaimed' as const, data: { kind: 'queue-color' as const, ownerId: 'no id' } },
    };
    expect(() => codec.encode(stream, bent)).toThrow(UnreadableEvent);
    expect(() =>
      codec.encode(stream, { ...toAppend, metadata: { ...toAppend.metadata, at: 'yesterday' } }),
    ).toThrow(UnreadableEvent);
  });

  it('writes only fields that the schema knows', () => {
    const data = { kind: 'queue-color' as const, ownerId: samples.companyId, more: 1 };
    expect(
      createCodec().encode(stream, { ...toAppend, event: { type: 'KeyClaimed', data } }).data,
    ).not.toHaveProperty('more');
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

  it('lead an old event step by step to what it means today', () => {
    const old = { ...record, type: 'ColourTaken', data: ownerId };
    expect(createCodec(table).decode(old)).toMatchObject({
      type: 'KeyClaimed',
      data: { kind: 'queue-color', ownerId },
    });
  });

  it('leave other categories and types alone', () => {
    expect(createCodec(table).decode(record)).toMatchObject({ type: 'KeyClaimed' });
  });

  it('must not lead in a circle, nor to data that does not fit', () => {
    const circle: Upcasters = { claim: { A: as('B'), B: as('A') } };
    expect(() => createCodec(circle).decode({ ...record, type: 'A' })).toThrow(UnreadableEvent);
    const unfit: Upcasters = { claim: { A: as('KeyClaimed') } };
    expect(() => createCodec(unfit).decode({ ...record, type: 'A', data: {} })).toThrow(UnreadableEvent);
  });
});
