import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { AnyEvent } from '#domain/catalogue.ts';
import { type StreamName, streamName } from '#domain/shared/stream.ts';
import { exampleEvents } from '#eventstore/testing/example-events.ts';
import { noStream } from '#eventstore/types.ts';
import { places } from './places.ts';
import { openScene, type Person, personNamed, type Scene } from './scene.ts';
import { searchFiles, searchTables } from './search.ts';
import { type Gone, underWay } from './under-way.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene.close());

const foundNowhere = async (texts: readonly string[]): Promise<void> => {
  const found = async () => [
    ...(await searchTables(scene.pool, texts)),
    ...searchFiles(scene.harness.directory, texts),
  ];
  const giveUp = Date.now() + 20_000;
  for (;;) {
    const hits = await found();
    if (hits.length > 0 && Date.now() < giveUp) continue;
    expect(hits).toEqual([]);
    return;
  }
};
const erase = async (contactId: string, confirmation: string): Promise<void> => {
  const { status } = await scene.browser.post(`contacts/${contactId}/erasure`, { confirmation });
  expect(status).toBe(200);
};
/** Everything is done that an erasure does at once. */
const isErased = async (contactId: string): Promise<void> => {
  await expect
    .poll(async () => (await scene.browser.get(`contacts/${contactId}/erasure`)).body.keysDestroyedAt, {
      timeout: 20_000,
    })
    .not.toBeNull();
  await scene.purged(contactId);
};

const isClosed = (ticketId: string): Promise<void> => {
  const stream = streamName('ticket', scene.office.companyId, ticketId);
  const types = async () => (await scene.harness.store.load(stream)).map(({ type }) => type);
  return expect.poll(types).toContain('TicketClosed');
};

it('every place beside the log and the read models says how nothing of the erased stays there', async () => {
  const { rows } = await scene.pool.query<{ place: string }>(
    `select distinct table_schema || '.' || table_name as place from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema', 'inbox', 'access', 'audit', 'dashboard')
       and data_type in ('text', 'character varying', 'jsonb', 'json', 'bytea', 'ARRAY', 'inet') order by 1`,
  );
  expect(rows.map(({ place }) => place).filter(place => !(place in places))).toEqual([]);
  const tried = new Set(['connector.chat', 'connector.contact', 'connector.erasure', 'connector.message']);
  for (const { place } of underWay) tried.add(place);
  const unsafe = Object.entries(places).filter(([place, how]) => how !== 'none' && !tried.has(place));
  expect(unsafe).toEqual([]);
});

it('leaves nothing of what is under way in the moment of the erasure', async () => {
  const person = personNamed('Guimarães', '65551234');
  const gone: Gone = { scene, person, ids: await scene.befriend(person) };
  const finishing: [string, () => Promise<void>][] = [];
  for (const { place, begin } of underWay) finishing.push([place, await begin(gone)]);
  await erase(gone.ids.contactId, person.number);
  const stopPolicy = scene.startPolicy();
  await isErased(gone.ids.contactId);
  for (const [, finish] of finishing) await finish();
  await stopPolicy();
  await scene.harness.caughtUp();
  await scene.purgeAgain();
  await foundNowhere(Object.values(person));
  const { rows } = await scene.pool.query(
    `select 'upload' from connector.media_upload where message_id = any($1) union all
     select 'secret' from connector.message_secret where message_id = any($1) union all
     select 'download' from connector.media_download where message_id = any($1)`,
    [[gone.ids.messageId, gone.ids.answerId]],
  );
  expect(rows).toEqual([]);
  for (let round = 0; round < 2; round += 1) await scene.purgeAgain();
  const left = await scene.pool.query(
    `select contact_id from connector.erasure union all
     select null from policy.due_work where kind = 'purge-again'`,
  );
  expect(left.rows).toEqual([]);
});

type Late = { readonly stream: StreamName; readonly event: AnyEvent; readonly persons: readonly string[] };

/** Ids of the person's own things, under the names that fields have. */
const fitted = (event: AnyEvent, ids: Readonly<Record<string, unknown>>): AnyEvent => {
  const data: Record<string, unknown> = { ...event.data };
  for (const [name, value] of Object.entries(ids)) if (name in data) data[name] = value;
  return { ...event, data } as AnyEvent;
};

const lateEvents = async (person: Person, ids: Gone['ids']) => {
  const { contactId, ticketId } = ids;
  const { companyId } = scene.office;
  const { connectionId } = scene;
  const words: string[] = [];
  const late: Late[] = [];
  const [group = ''] = (
    await scene.pool.query<{ id: string }>('select id from inbox.contact where is_group limit 1')
  ).rows.map(({ id }) => id);
  const members = await scene.harness.commands.contact.personsOf(companyId, { contactId });
  for (const { category, event, personal } of exampleEvents()) {
    if (!['message', 'ticket', 'schedule'].includes(category) || personal.length === 0) continue;
    words.push(...personal);
    const isFirst = ['MessageReceived', 'MessageQueued', 'ScheduledMessageCreated'].includes(event.type);
    let entityId: string = newId();
    if (category === 'ticket') entityId = ticketId;
    else if (!isFirst && category === 'message') {
      await scene.hear(person, `antes de ${event.type} ${person.extra}`);
      entityId = await scene.idOf('message', 'body', `antes de ${event.type} ${person.extra}`);
    } else if (!isFirst) entityId = ids.answerId;
    const names = { messageId: entityId, scheduleId: entityId, ticketId, contactId, connectionId };
    const plain = { ...names, quotedMessageId: null, queueId: null, history: undefined, userId: null };
    const stream = streamName(category, companyId, entityId);
    late.push({ stream, event: fitted(event, plain), persons: [contactId] });
    if (event.type !== 'MessageReceived') continue;
    const inGroup = newId();
    const ofGroup = { ...plain, messageId: inGroup, contactId: group };
    const concerned = [group, ...members.filter(id => id !== contactId)];
    late.push({
      stream: streamName('message', companyId, inGroup),
      event: fitted(event, ofGroup),
      persons: concerned,
    });
  }
  return { late, words };
};

describe.each(['before its keys are destroyed', 'after that'])(
  'an event of a person that is written %s',
  when => {
    it('is read nowhere, whatever its type', async () => {
      const word = when.startsWith('before') ? 'Cavalcanti' : 'Nogueira';
      const person = personNamed(word, when.startsWith('before') ? '63334444' : '63335555');
      const ids = await scene.befriend(person);
      const { late, words } = await lateEvents(person, ids);
      expect(late.length).toBeGreaterThan(12);
      const other = await scene.otherProcess();
      // It holds the keys, as a process does that has just written of them.
      for (const { persons } of late) await other.store.keys.forWriting(scene.office.companyId, persons);
      const write = async () => {
        const { companyId, commandId, actor, at } = scene.byAdmin();
        for (const { stream, event, persons } of late) {
          const revision = (await scene.harness.store.load(stream)).at(-1)?.revision ?? noStream;
          const metadata = { companyId, commandId, actor, at };
          await other.store.append(stream, revision, [{ id: newId(), event, metadata, persons }]);
        }
      };
      await erase(ids.contactId, person.number);
      if (when.startsWith('before')) await write();
      const stopPolicy = scene.startPolicy();
      await isErased(ids.contactId);
      // The policy closes the ticket after that: who writes into its stream meanwhile is refused.
      await isClosed(ids.ticketId);
      if (!when.startsWith('before')) await write();
      await stopPolicy();
      await other.close();
      await scene.followed();
      await scene.harness.caughtUp();
      await scene.purgeAgain();
      await foundNowhere([...Object.values(person), ...words]);
    });
  },
);
