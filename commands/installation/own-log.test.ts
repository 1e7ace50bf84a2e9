import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { streamName } from '#domain/shared/stream.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import { type EventStore, noStream, type Recorded } from '#eventstore/types.ts';
import { ForeignLog, type Knowledge, ownLog } from './own-log.ts';

const companyId = randomUUID();
const knowing = (...companies: string[]): Knowledge => ({
  knowsAny: async ids => ids.some(id => companies.includes(id)),
  hasRead: async () => companies.length > 0,
});

const write = async (store: EventStore) => {
  const stream = streamName('tag', companyId, randomUUID());
  const data = { tagId: randomUUID(), name: 'a', color: '#000000', userId: null };
  const metadata = {
    companyId,
    actor: { kind: 'system' } as const,
    at: '2026-01-02T03:04:05.678Z',
    commandId: randomUUID(),
  };
  const event = { type: 'TagCreated', data } as const;
  await store.append(stream, noStream, [{ id: randomUUID(), event, metadata, persons: [] }]);
};

const allOf = async (store: EventStore): Promise<Recorded[]> => {
  const stop = new AbortController();
  const all: Recorded[] = [];
  for await (const { events, live } of store.subscribe({ maxBatch: 100, signal: stop.signal })) {
    all.push(...events);
    if (live) stop.abort();
  }
  return all;
};
const typesOf = async (store: EventStore) => (await allOf(store)).map(({ type }) => type);

describe('the log of an installation', () => {
  it('says first whose it is, once', async () => {
    const store = openMemoryStore();
    await ownLog(store, knowing());
    await write(store);
    await ownLog(store, knowing(companyId));
    expect(await typesOf(store)).toEqual(['InstallationFounded', 'TagCreated']);
  });

  it('is told from that of another installation, whatever the database knows', async () => {
    const store = openMemoryStore();
    await ownLog(store, knowing());
    const others = { ...store, keys: memoryPersonKeys() };
    await expect(ownLog(others, knowing(companyId))).rejects.toThrow(ForeignLog);
    await expect(ownLog(others, knowing())).rejects.toThrow('the log of another installation');
    expect(await typesOf(store)).toEqual(['InstallationFounded']);
  });

  it('of before gets its founding event when the database knows its companies', async () => {
    const store = openMemoryStore();
    await write(store);
    await expect(ownLog(store, knowing(randomUUID()))).rejects.toThrow(ForeignLog);
    expect(await typesOf(store)).toEqual(['TagCreated']);
    await ownLog(store, knowing(companyId));
    await ownLog({ ...store }, knowing());
    expect(await typesOf(store)).toEqual(['TagCreated', 'InstallationFounded']);
  });

  it('is not begun anew under a database that has read one', async () => {
    const store = openMemoryStore();
    await expect(ownLog(store, knowing(companyId))).rejects.toThrow('The event store is empty');
    expect(await typesOf(store)).toEqual([]);
  });
});
