import { describe, expect, it } from 'vitest';
import { numberVariants } from '#domain/contact/number.ts';
import { streamName } from '#domain/shared/stream.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, noStream } from '#eventstore/types.ts';
import { newId } from '../ids.ts';
import {
  accepted,
  by,
  byConnection,
  bySystem,
  companyId,
  connectionId,
  createWorld,
  eventsOfType,
  inbound,
  person,
} from '../testing/world.ts';

const ofEachCountry = [
  '5511987654321',
  '5215512340001',
  '541123450001',
  '22507080910',
  '22961020304',
  '23777123456',
  '24106020304',
  '841201234567',
].map(number => [number, numberVariants(number).find(form => form !== number) ?? ''] as const);
const bothWays = ofEachCountry.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]);

const write = async (store: EventStore, number: string, lid: string | null = null) =>
  accepted(
    await createWorld(store).commands.message.receive(byConnection(), inbound({ chat: { number, lid } })),
  );
const contactIds = async (store: EventStore) =>
  (await eventsOfType(store, 'ContactCreated')).map(event => event.entityId);
const row = (number: string) => ({
  ...{ importId: newId(), line: 2, mayRename: true, updates: true },
  contact: { name: 'Ana', number, email: null, extra: [] },
});

describe.each(bothWays)('who is known by %s', (known, other) => {
  it('is the same under the other form for a message, a form, an import and a program', async () => {
    const { store, commands } = createWorld();
    await write(store, known);
    await write(store, other);
    const [contactId] = await contactIds(store);
    const typed = { contactId: newId(), name: 'Ana', number: other };
    expect(await commands.contact.create(bySystem(), typed)).toEqual({
      rejected: 'ERR_DUPLICATED_CONTACT',
      details: { contactId },
    });
    const imported = await commands.importRows.importContact(bySystem(), row(other));
    expect(imported).toMatchObject({ contactId });
    const chat = { connectionId, number: other, queueId: null };
    expect((await commands.outside.known(companyId, chat)).contact).toMatchObject({ contactId });
    expect(await contactIds(store)).toHaveLength(1);
  });
});

/** What a version before wrote that took every form for a number of its own. */
const madeByEarlierVersion = async (store: EventStore, number: string): Promise<string> => {
  const contactId = newId();
  const metadata = { companyId, commandId: newId(), actor: { kind: 'system' as const }, at: bySystem().at };
  const digest = store.keys.digest(`claim/contact-number/${companyId}`, number);
  const claim = { kind: 'contact-number' as const, ownerId: contactId };
  const fields = { lid: null, email: null, isGroup: false, queueId: null };
  await store.append(streamName('claim', companyId, `contact-number.${digest}`), noStream, [
    { id: newId(), event: { type: 'KeyClaimed', data: claim }, metadata, persons: [] },
  ]);
  await store.append(streamName('contact', companyId, contactId), noStream, [
    {
      ...{ id: newId(), metadata, persons: [contactId] },
      event: { type: 'ContactCreated', data: { contactId, name: number, number, ...fields } },
    },
  ]);
  return contactId;
};

describe.each(bothWays.filter(([number]) => !number.startsWith('55')))(
  'who an earlier version knows by %s',
  (known, other) => {
    it('is found by either form, and is the only one', async () => {
      for (const form of [known, other]) {
        const store = openMemoryStore();
        const contactId = await madeByEarlierVersion(store, known);
        await write(store, form);
        await write(store, other, '77001');
        const { commands } = createWorld(store);
        expect(await contactIds(store)).toEqual([contactId]);
        const typed = { contactId: newId(), name: 'Ana', number: form };
        expect(await commands.contact.create(bySystem(), typed)).toMatchObject({
          rejected: 'ERR_DUPLICATED_CONTACT',
        });
        expect(await commands.importRows.importContact(bySystem(), row(form))).toMatchObject({ contactId });
      }
    });

    it('leaves the number free for somebody else once removed', async () => {
      for (const isTaken of [false, true]) {
        const store = openMemoryStore();
        const contactId = await madeByEarlierVersion(store, known);
        if (isTaken) await write(store, other);
        const { commands } = createWorld(store);
        accepted(await commands.contact.remove(bySystem(), { contactId }));
        const typed = { contactId: newId(), name: 'Bia', number: other };
        accepted(await commands.contact.create(bySystem(), typed));
        await write(store, known);
        expect(await contactIds(store)).toEqual([contactId, typed.contactId]);
      }
    });

    it('becomes one with who it knows by the other form, unless somebody said that they are two', async () => {
      const store = openMemoryStore();
      const first = await madeByEarlierVersion(store, known);
      const second = await madeByEarlierVersion(store, other);
      await write(store, known);
      await write(store, other);
      const [joined, ...more] = await eventsOfType(store, 'ContactMergedInto');
      expect(more).toEqual([]);
      expect(new Set([joined?.entityId, winnerOf(joined)])).toEqual(new Set([first, second]));
      const tickets = (await eventsOfType(store, 'MessageReceived')).map(({ data }) => data);
      expect(new Set(tickets.map(data => 'ticketId' in data && data.ticketId)).size).toBe(1);
      const pair = { contactId: winnerOf(joined), otherId: joined?.entityId ?? '' };
      const { commands } = createWorld(store);
      accepted(await commands.contact.unmerge(by(person('admin')), pair));
      await write(store, other);
      expect(await eventsOfType(store, 'ContactMergedInto')).toHaveLength(1);
    });
  },
);

const winnerOf = (event: { readonly data: object } | undefined): string =>
  event && 'winnerId' in event.data ? String(event.data.winnerId) : '';

it('an erasure takes along what was written in groups under a number that earlier versions kept otherwise', async () => {
  const store = openMemoryStore();
  const number = '5215512340001';
  const contactId = await madeByEarlierVersion(store, number);
  const members = await store.keys.members(companyId, [number, '525512340001']);
  const counts = { tickets: 0, messages: 0, notes: 0, media: 0 };
  const { commands } = createWorld(store);
  accepted(await commands.contact.erase(bySystem(), { contactId, confirmation: number, counts }));
  const [erased] = await eventsOfType(store, 'ContactErased');
  expect(erased?.data).toMatchObject({ persons: expect.arrayContaining([contactId, ...members]) });
});
