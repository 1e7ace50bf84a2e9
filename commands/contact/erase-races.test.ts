import { describe, expect, it } from 'vitest';
import { isRejection } from '#domain/shared/decision.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';
import { newId } from '../ids.ts';
import { accepted, bySystem, createWorld, eventsOfType } from '../testing/world.ts';

const counts = { tickets: 0, messages: 0, notes: 0, media: 0 };
const numbers = { ana: '5511900000001', double: '5511900000002', third: '5511900000003' };

const open = async () => {
  const store = openMemoryStore();
  const ids = { ana: newId(), double: newId(), third: newId() };
  const { contact } = createWorld(store).commands;
  for (const who of ['ana', 'double', 'third'] as const)
    accepted(await contact.create(bySystem(), { contactId: ids[who], name: who, number: numbers[who] }));
  const erase = (who: keyof typeof ids) =>
    createWorld(store).commands.contact.erase(bySystem(), {
      ...{ contactId: ids[who], confirmation: numbers[who], counts },
    });
  const pair = { contactId: ids.ana, otherId: ids.double };
  return { store, ids, pair, erase };
};

/** A process that is overtaken by somebody else just before it writes to a stream for the first time. */
const overtaken = (
  store: EventStore,
  streamOf: string,
  meanwhile: () => Promise<unknown>,
  { breaks = false }: { breaks?: boolean } = {},
) => {
  let isOver = false;
  const orBroken = () => {
    if (isOver && breaks) throw new StoreUnavailable('gone');
  };
  return createWorld({
    ...store,
    load: async (...call) => {
      orBroken();
      return store.load(...call);
    },
    append: async (stream, ...rest) => {
      orBroken();
      if (isOver || !stream.endsWith(streamOf)) return store.append(stream, ...rest);
      await meanwhile();
      const appended = await store.append(stream, ...rest);
      isOver = true;
      return appended;
    },
  }).commands.contact;
};

const erasedOf = async (store: EventStore) =>
  (await eventsOfType(store, 'ContactErased')).map(event => event.entityId);

describe('an erasure in the moment of a merge', () => {
  it('leaves the other on its own where it was not merged yet', async () => {
    const { store, ids, pair, erase } = await open();
    const merging = overtaken(store, ids.double, async () => accepted(await erase('ana')));
    expect(isRejection(await merging.merge(bySystem(), pair))).toBe(true);
    const left = await eventsOfType(store, 'ContactUnmergedFrom');
    expect(left.map(event => event.entityId)).toEqual([ids.double]);
    expect(await erasedOf(store)).toEqual([ids.ana]);
  });

  it('leaves nobody who cannot be erased, though the merge broke off', async () => {
    const { store, ids, pair, erase } = await open();
    const meanwhile = async () => accepted(await erase('ana'));
    const merging = overtaken(store, ids.double, meanwhile, { breaks: true });
    await merging.merge(bySystem(), pair).catch(() => undefined);
    accepted(await erase('double'));
    expect(await erasedOf(store)).toEqual([ids.ana, ids.double]);
  });

  it('reaches who is merged while the others are erased', async () => {
    const { store, ids, pair } = await open();
    const { contact } = createWorld(store).commands;
    accepted(await contact.merge(bySystem(), pair));
    const erasing = overtaken(store, ids.double, async () =>
      accepted(await contact.merge(bySystem(), { contactId: ids.ana, otherId: ids.third })),
    );
    const input = { contactId: ids.double, confirmation: numbers.double, counts };
    accepted(await erasing.erase(bySystem(), input));
    expect(await erasedOf(store)).toEqual([ids.double, ids.third, ids.ana]);
    const last = (await eventsOfType(store, 'ContactErased')).at(-1);
    expect(last?.data).toMatchObject({ persons: [ids.ana, ids.double, ids.third], counts });
  });

  it('leaves somebody alone whose merge is undone while the others are erased', async () => {
    const { store, ids, pair } = await open();
    const { contact } = createWorld(store).commands;
    const third = { contactId: ids.ana, otherId: ids.third };
    for (const each of [pair, third]) accepted(await contact.merge(bySystem(), each));
    const undo = async () => accepted(await contact.unmerge(bySystem(), third));
    const erasing = overtaken(store, ids.double, undo);
    const input = { contactId: ids.ana, confirmation: numbers.ana, counts };
    accepted(await erasing.erase(bySystem(), input));
    expect(await erasedOf(store)).toEqual([ids.double, ids.ana]);
  });

  it('does not take the winner for somebody whose merge is undone meanwhile', async () => {
    const { store, ids, pair } = await open();
    const { contact } = createWorld(store).commands;
    accepted(await contact.merge(bySystem(), pair));
    let reads = 0;
    const erasing = createWorld({
      ...store,
      load: async (stream, ...rest) => {
        if (stream.endsWith(ids.ana)) {
          reads += 1;
          if (reads === 1) accepted(await contact.unmerge(bySystem(), pair));
        }
        return store.load(stream, ...rest);
      },
    }).commands.contact;
    const input = { contactId: ids.double, confirmation: numbers.double, counts };
    await erasing.erase(bySystem(), input);
    expect(await erasedOf(store)).not.toContain(ids.ana);
  });
});

it('a merge that is undone before it is completed merges nobody', async () => {
  const { store, ids, pair, erase } = await open();
  const { contact } = createWorld(store).commands;
  const undo = () => contact.unmerge(bySystem(), pair);
  await overtaken(store, ids.double, undo).merge(bySystem(), pair);
  accepted(await erase('double'));
  expect(await erasedOf(store)).toEqual([ids.double]);
});
