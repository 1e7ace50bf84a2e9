import { expect, it } from 'vitest';
import { memberNamesOf } from '#domain/contact/member.ts';
import { streamName } from '#domain/shared/stream.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import { exampleEvents } from '#eventstore/testing/example-events.ts';
import type { Recorded } from '#eventstore/types.ts';
import { newId } from './ids.ts';
import { concernedBy } from './persons.ts';
import { accepted, allEvents, byConnection, companyId, createWorld, inbound } from './testing/world.ts';

const personal = exampleEvents().filter(example => example.personal.length > 0);

it.each(personal)('somebody is concerned by $event.type', ({ category, event }) => {
  const stream = streamName(category, newId(), newId());
  expect(concernedBy(event, stream, newId()).persons).toHaveLength(1);
});

const group = { number: '120363000000000001', lid: null, name: 'Clientes', isGroup: true };
const fromMember = (id: string, participant: string) =>
  inbound({
    chat: group,
    waKey: { id, remoteJid: '120363000000000001@g.us', fromMe: false, participant },
  });

const groupTalk = async () => {
  const keys = memoryPersonKeys();
  const world = createWorld(openMemoryStore({ keys }));
  for (const [id, participant] of [
    ['A', '77001:12@lid'],
    ['B', '77002@lid'],
    ['C', '77001@lid'],
  ] as const)
    accepted(await world.commands.message.receive(byConnection(), fromMember(id, participant)));
  return { ...world, keys, received: await messagesOf(world.store) };
};

const messagesOf = async (store: Parameters<typeof allEvents>[0]) =>
  (await allEvents(store)).filter(event => event.type === 'MessageReceived');

const personsOf = ({ persons = [] }: Recorded) => persons;

it('a message in a group is its group’s and its writer’s, whatever device they write from', async () => {
  const { received } = await groupTalk();
  const [first, second, third] = received.map(personsOf);
  expect(first).toHaveLength(2);
  expect(first?.[0]).toBe(received[0]?.data.contactId);
  expect(second?.[0]).toBe(first?.[0]);
  expect(second?.[1]).not.toBe(first?.[1]);
  expect(third).toEqual(first);
});

it('what happens to a message later is under the keys it came under', async () => {
  const { commands, store, received } = await groupTalk();
  const messageId = received[0]?.data.messageId ?? '';
  const edit = { messageId, body: 'mudei de ideia' };
  accepted(await commands.message.recordEdited(byConnection(), edit));
  accepted(
    await createWorld(store).commands.message.recordReaction(byConnection(), {
      ...{ messageId, emoji: '👍', fromMe: false, by: '77002@lid' },
    }),
  );
  const [edited, reacted] = (await allEvents(store)).slice(-2).map(personsOf);
  const [author, reactor] = received.map(personsOf);
  expect(edited).toEqual(author);
  expect(reacted).toEqual([...(author ?? []), reactor?.[1]]);
});

it('a member is found by what a contact is known by, and erased without the group', async () => {
  const { store, keys, received, commands } = await groupTalk();
  const known = await keys.knownMembers(companyId, memberNamesOf({ number: '551199', lid: '77001' }));
  expect(known).toEqual([received[0]?.persons?.[1]]);
  await keys.destroy(companyId, known);
  const bodies = (await messagesOf(store)).map(({ data, erased }) => [data.body, erased]);
  expect(bodies).toEqual([
    ['', true],
    ['Olá', undefined],
    ['', true],
  ]);
  accepted(await commands.message.receive(byConnection(), fromMember('D', '77001@lid')));
  expect((await messagesOf(store)).at(-1)?.data).toMatchObject({ body: 'Olá' });
});
