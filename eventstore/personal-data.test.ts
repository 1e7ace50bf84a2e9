import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AnyEvent } from '#domain/catalogue.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import { allReadable, createCodec, type StoredRecord } from './codec.ts';
import { createSamples } from './contract/samples.ts';
import { memoryPersonKeys, type PersonKeys } from './person-keys.ts';
import { exampleEvents } from './testing/example-events.ts';
import { type Recorded, StoreUnavailable, UnreadableEvent } from './types.ts';

const { companyId, claim } = createSamples();
const [ana, bob] = [randomUUID(), randomUUID()];
const examples = exampleEvents();
const withPersonal = examples.filter(({ personal }) => personal.length > 0);

type Written = { readonly category: Category; readonly event: AnyEvent; readonly persons: readonly string[] };

let written = 0;
const store = async (keys: PersonKeys, { category, event, persons }: Written): Promise<StoredRecord> => {
  written += 1;
  const stream = streamName(category, companyId, randomUUID());
  const [form] = await createCodec(keys).encode(stream, [{ ...claim(written, stream), event, persons }]);
  if (!form) throw new Error('nothing was encoded');
  // As a store would keep it.
  return JSON.parse(JSON.stringify({ ...form, streamId: stream, revision: 0, position: written }));
};

const read = async (keys: PersonKeys, ...records: readonly StoredRecord[]): Promise<readonly Recorded[]> =>
  allReadable(await createCodec(keys).decode(records));

const contact = {
  contactId: ana,
  name: 'Clara',
  number: '5511987654321',
  lid: '77001',
  email: null,
  isGroup: false,
  queueId: null,
};
const created: Written = {
  category: 'contact',
  event: { type: 'ContactCreated', data: contact },
  persons: [ana],
};

describe('personal fields', () => {
  it('are there in many events, or these tests would prove nothing', () => {
    expect(withPersonal.map(({ event }) => event.type)).toEqual(
      expect.arrayContaining(['ContactCreated', 'MessageReceived', 'TicketTransferred', 'UserCreated']),
    );
  });

  it.each(withPersonal)('of $event.type are nowhere in what is stored, and come back', async example => {
    const keys = memoryPersonKeys();
    const record = await store(keys, { ...example, persons: [ana] });
    for (const text of example.personal) {
      expect(JSON.stringify(example.event)).toContain(text);
      expect(JSON.stringify(record)).not.toContain(text);
    }
    expect(await read(keys, record)).toMatchObject([{ ...example.event, persons: [ana] }]);
  });

  it.each(withPersonal)('of $event.type are blank once the key is destroyed', async example => {
    const keys = memoryPersonKeys();
    const record = await store(keys, { ...example, persons: [ana] });
    await keys.destroy(companyId, [ana]);
    const [event] = await read(keys, record);
    expect(event).toMatchObject({ type: example.event.type, erased: true });
    expect(Object.keys(event?.data ?? {}).sort()).toEqual(Object.keys(example.event.data).sort());
    for (const text of example.personal) expect(JSON.stringify(event)).not.toContain(text);
  });

  it('keep the shape: null where it is allowed, else nothing', async () => {
    const keys = memoryPersonKeys();
    const record = await store(keys, created);
    await keys.destroy(companyId, [ana]);
    expect((await read(keys, record))[0]?.data).toEqual({ ...contact, name: '', number: '', lid: null });
  });

  it('of a person whose key was destroyed are not even written', async () => {
    const keys = memoryPersonKeys();
    await keys.destroy(companyId, [ana]);
    const record = await store(keys, created);
    expect(record.data).toMatchObject({ name: '', $personal: { k: [ana] } });
    expect(record.data).not.toHaveProperty('$personal.v');
    expect(await read(keys, record)).toMatchObject([{ erased: true, data: { contactId: ana, name: '' } }]);
  });

  it.each([[ana], [bob]])('of two people need the keys of both', async gone => {
    const keys = memoryPersonKeys();
    const record = await store(keys, { ...created, persons: [ana, bob] });
    expect(await read(keys, record)).toMatchObject([{ data: contact, persons: [ana, bob] }]);
    await keys.destroy(companyId, [gone]);
    expect(await read(keys, record)).toMatchObject([{ erased: true, data: { number: '' } }]);
  });

  it('of nobody are refused, without telling them', async () => {
    const refusal = await store(memoryPersonKeys(), { ...created, persons: [] }).catch(String);
    expect(refusal).toContain('has personal data of nobody');
    expect(refusal).not.toContain('Clara');
  });

  it('are opened in their own place only', async () => {
    const keys = memoryPersonKeys();
    const record = await store(keys, created);
    const elsewhere = streamName('contact', companyId, bob);
    await expect(read(keys, { ...record, streamId: elsewhere })).rejects.toThrow(UnreadableEvent);
    await expect(read(keys, { ...record, id: randomUUID() })).rejects.toThrow(UnreadableEvent);
  });

  it('do not open when a bit has changed, and do not pass for another person’s', async () => {
    const keys = memoryPersonKeys();
    const record = await store(keys, created);
    await keys.forWriting(companyId, [bob]);
    const data = record.data as { $personal: { k: string[]; v: string } };
    const bytes = Buffer.from(data.$personal.v, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const changed = { ...data, $personal: { k: [ana], v: bytes.toString('base64') } };
    await expect(read(keys, { ...record, data: changed })).rejects.toThrow(UnreadableEvent);
    const swapped = { ...data, $personal: { ...data.$personal, k: [bob] } };
    await expect(read(keys, { ...record, data: swapped })).rejects.toThrow(UnreadableEvent);
  });

  it('under a key that never was here cannot be read, rather than be taken for erased', async () => {
    const record = await store(memoryPersonKeys(), created);
    await expect(read(memoryPersonKeys(), record)).rejects.toThrow('under a key that is not in the database');
  });

  it('after the erasure in the log are blank, whatever a cache held', async () => {
    const keys = memoryPersonKeys();
    const [before, after] = [await store(keys, created), await store(keys, created)];
    const end = {
      ...before,
      type: 'ContactErased',
      data: { contactId: ana, persons: [ana], counts: { tickets: 0, messages: 0, notes: 0, media: 0 } },
    };
    const events = await read(keys, before, end, after);
    expect(events.map(({ erased = false }) => erased)).toEqual([false, false, true]);
    expect(await read(keys, before)).toMatchObject([{ erased: true }]);
  });

  it('fetch the keys of a whole batch at once, and say so when these are out of reach', async () => {
    const keys = memoryPersonKeys();
    const records = [await store(keys, created), await store(keys, { ...created, persons: [bob] })];
    const asked: (readonly string[])[] = [];
    const counting: PersonKeys = {
      ...keys,
      forReading: persons => {
        asked.push(persons);
        return keys.forReading(persons);
      },
    };
    await read(counting, ...records);
    expect(asked).toEqual([[ana, bob]]);
    const away = () => Promise.reject(new StoreUnavailable('away'));
    await expect(read({ ...keys, forReading: away }, ...records)).rejects.toThrow(StoreUnavailable);
    await expect(store({ ...keys, forWriting: away }, created)).rejects.toThrow(StoreUnavailable);
  });
});
