import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErasureProof } from '#contracts/http.ts';
import { must } from '#gateway/testing/office.ts';
import { rebuildBeside } from '#projections/build.ts';
import { inbox } from '#projections/inbox/projection.ts';
import { openScene, type Person, personNamed, type Scene } from './scene.ts';
import { searchFiles, searchTables } from './search.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene.close());

const textsOf = (person: Person): readonly string[] => Object.values(person);

const found = async (person: Person): Promise<readonly string[]> => [
  ...(await searchTables(scene.pool, textsOf(person))),
  ...searchFiles(scene.harness.directory, textsOf(person)),
];

/** Asks again until it is so; the planner's statistics follow a moment later. */
const eventually = async <T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> => {
  const giveUp = Date.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (fits(answer) || Date.now() > giveUp) return answer;
  }
};
const foundNowhere = async (person: Person): Promise<void> => {
  expect(
    await eventually(
      () => found(person),
      hits => hits.length === 0,
    ),
  ).toEqual([]);
};

const erase = (contactId: string, confirmation: string) =>
  scene.browser.post(`contacts/${contactId}/erasure`, { confirmation });
const keysDestroyed = (contactId: string): Promise<ErasureProof> =>
  eventually(
    async () => (await scene.browser.get(`contacts/${contactId}/erasure`)).body,
    proof => proof.keysDestroyedAt !== null,
  );

/** What stays of tickets and messages: everything but what was said and by whom. */
const skeleton = async (): Promise<string> => {
  const tickets = `select id, number, contact_id, queue_id, unread, notes, last_message_at, created_at
    from inbox.ticket order by id`;
  const messages = `select id, ticket_id, contact_id, sender_id, media_type, from_me, state, is_edited, sent_at, placed
    from inbox.message order by id`;
  const [one, other] = await Promise.all([scene.pool.query(tickets), scene.pool.query(messages)]);
  return JSON.stringify([one.rows, other.rows], null, 1);
};
const everything = async (): Promise<string> => {
  const dumps = await Promise.all(
    inbox.folds.map(({ table: { name } }) =>
      scene.pool.query(`select to_jsonb(t) as row from inbox.${name} t order by to_jsonb(t)::text`),
    ),
  );
  return JSON.stringify(
    dumps.map(({ rows }) => rows),
    null,
    1,
  );
};
const rowsOf = async (contactId: string): Promise<string> => {
  const answers = await Promise.all(
    [
      'select to_jsonb(t) as row from inbox.contact t where id = $1',
      'select to_jsonb(t) as row from inbox.ticket t where contact_id = $1 order by id',
      'select to_jsonb(t) as row from inbox.message t where contact_id = $1 order by id',
      'select to_jsonb(t) as row from connector.contact t where contact_id = $1',
      'select to_jsonb(t) as row from connector.chat t where contact_id = $1',
      'select to_jsonb(t) as row from connector.message t where contact_id = $1 order by message_id',
      'select to_jsonb(t) as row from connector.outbox t where contact_id = $1 order by message_id',
    ].map(text => scene.pool.query(text, [contactId])),
  );
  return JSON.stringify(
    answers.map(({ rows }) => rows),
    null,
    1,
  );
};
const rebuild = () =>
  rebuildBeside({
    ...{ projection: inbox, databaseUrl: scene.harness.databaseUrl, store: scene.harness.store },
    signal: AbortSignal.timeout(30_000),
  });

describe('erasing a person', () => {
  it('leaves them nowhere, their tickets and messages as they were, and others alone', async () => {
    const [zuleica, rui] = [personNamed('Quintanilha', '61234567'), personNamed('Paranhos', '67654321')];
    const gone = await scene.befriend(zuleica);
    const kept = await scene.befriend(rui);
    await scene.answerCall(gone.contactId, zuleica.number);
    await scene.pool.query('analyze');
    const places = (await found(zuleica)).join('\n');
    const unshown = [zuleica.body, zuleica.note, zuleica.takenBack];
    for (const text of textsOf(zuleica).filter(text => !unshown.includes(text)))
      expect(places).toContain(text);
    for (const place of [
      ...['inbox.contact', 'inbox.message', 'pg_stats', 'connector.wa_key', 'connector.chat'],
      'secrets.idempotent_call',
    ])
      expect(places).toContain(place);
    const { file, ...words } = zuleica;
    expect(searchFiles(scene.harness.directory, Object.values(words))).toEqual([]);
    expect(searchFiles(scene.harness.directory, [file])).toHaveLength(1);
    const before = { skeleton: await skeleton(), kept: await rowsOf(kept.contactId) };

    const preview = await scene.browser.get(`contacts/${gone.contactId}/erasure`);
    expect(preview.body).toMatchObject({
      ...{ erased: false, confirmation: zuleica.number },
      contact: { id: gone.contactId, name: zuleica.name, number: zuleica.number },
      counts: { tickets: 1, messages: 4, notes: 2, media: 1 },
    });
    expect(preview.body.firstMessageAt).not.toBeNull();
    expect((await erase(gone.contactId, rui.number)).body.error).toBe('ERR_VALIDATION');
    const answer = await erase(gone.contactId, zuleica.number);
    expect(answer.body).toMatchObject({
      ...{ erased: true, contactId: gone.contactId, counts: preview.body.counts },
      ...{ erasedBy: { name: 'Bruna' }, keysDestroyedAt: null },
    });
    const stopPolicy = scene.startPolicy();
    expect((await keysDestroyed(gone.contactId)).keysDestroyedAt).not.toBeNull();
    await scene.purged(gone.contactId);
    await foundNowhere(zuleica);
    expect(await skeleton()).toBe(before.skeleton);
    expect(await rowsOf(kept.contactId)).toBe(before.kept);
    const ticket = await eventually(
      () => scene.browser.get(`tickets/${gone.ticketId}`),
      ({ body }) => body.status === 'closed',
    );
    expect(ticket.body).toMatchObject({
      status: 'closed',
      lastMessage: '',
      contact: { name: '', erased: true },
    });
    const { body } = await scene.browser.get(`messages/${gone.ticketId}`);
    for (const message of body.messages) expect(message).toMatchObject({ body: '', erased: true });
    await stopPolicy();

    const live = await everything();
    await rebuild();
    await foundNowhere(zuleica);
    expect(await everything()).toBe(live);
    expect(await rowsOf(kept.contactId)).toBe(before.kept);
  });

  it('brings nothing back by what comes late, and makes somebody new of who writes again', async () => {
    const person = personNamed('Figueiredo', '62223333');
    const { contactId, messageId, answerId, ticketId } = await scene.befriend(person);
    const other = await scene.otherProcess();
    const editing = (body: string) => other.message.recordEdited(scene.byConnection(), { messageId, body });
    must(await editing(`${person.body}, ${person.edited}`));
    await erase(contactId, person.number);
    must(await editing(person.edited));
    const { message } = scene.harness.commands;
    must(await message.recordEdited(scene.byConnection(), { messageId, body: person.edited }));
    must(await message.recordDelivered(scene.byConnection(), { messageId: answerId }));
    const stopPolicy = scene.startPolicy();
    await keysDestroyed(contactId);
    await scene.purged(contactId);
    must(await message.recordRead(scene.byConnection(), { messageId: answerId }));
    must(await message.recordEdited(scene.byConnection(), { messageId, body: person.body }));
    const reaction = { messageId, emoji: '👍', fromMe: false, by: person.lid };
    must(await message.recordReaction(scene.byConnection(), reaction));
    await scene.harness.caughtUp();
    await foundNowhere(person);
    const { body } = await scene.browser.get(`messages/${ticketId}`);
    expect(body.messages.at(-1)).toMatchObject({ id: answerId, state: 'read', body: '' });

    await scene.hear(person, 'sou eu de novo');
    const again = await scene.idOf('contact', 'number', person.number);
    expect(again).not.toBe(contactId);
    expect(await scene.idOf('message', 'body', 'sou eu de novo')).not.toBe('');
    const old = textsOf(person).filter(text => ![person.name, person.number, person.lid].includes(text));
    expect(await searchTables(scene.pool, old)).toEqual([]);
    const proofs = await scene.browser.get('erasures');
    expect(proofs.body.erasures[0]).toMatchObject({ contactId, erased: true });
    expect(proofs.body.count).toBe(2);
    await Promise.all([stopPolicy(), other.close()]);
  });

  it('is complete when a rebuild was running, and when what destroys keys was down', async () => {
    const person = personNamed('Vasconcelos', '64445555');
    const { contactId } = await scene.befriend(person);
    const rebuilding = rebuild();
    const answer = await erase(contactId, person.number);
    await rebuilding;
    expect([answer.status, answer.body.keysDestroyedAt]).toEqual([200, null]);
    await scene.harness.caughtUp();
    await scene.purged(contactId);
    // Files go with the keys.
    await foundNowhere({ ...person, file: person.body });
    const stopPolicy = scene.startPolicy();
    const proof = await keysDestroyed(contactId);
    expect(proof.keysDestroyedAt).not.toBeNull();
    await stopPolicy();
    await rebuild();
    await foundNowhere(person);
    expect((await erase(contactId, 'whatever')).body).toEqual(proof);
  });

  it('takes their picture and their words out of what quotes them, and leaves others their own', async () => {
    const [person, other] = [personNamed('Albuquerque', '68889999'), personNamed('Dantas', '69990000')];
    const [{ contactId, messageId, ticketId }, theirs] = [
      await scene.befriend(person),
      await scene.befriend(other),
    ];
    const portrait = await scene.portray(contactId, `retrato de ${person.email}`);
    const { body: contact } = await scene.browser.get(`contacts/${contactId}`);
    expect((await scene.browser.get(contact.profilePicUrl)).body).toBe(portrait);
    const { message } = scene.harness.commands;
    const [quoting, card] = [crypto.randomUUID(), crypto.randomUUID()];
    const named = `Fale com ${person.name}`;
    must(
      await message.queue(scene.office.context(), {
        ...{ messageId: quoting, ticketId, body: 'Combinado', quotedMessageId: messageId },
      }),
    );
    must(
      await message.queue(scene.office.context(), {
        ...{ messageId: card, ticketId: theirs.ticketId, body: named },
      }),
    );
    await erase(contactId, person.number);
    const stopPolicy = scene.startPolicy();
    await keysDestroyed(contactId);
    await scene.purged(contactId);
    await stopPolicy();
    expect((await scene.browser.get(contact.profilePicUrl)).status).toBe(404);
    expect(searchFiles(scene.harness.directory, [portrait])).toEqual([]);
    const { body: own } = await scene.browser.get(`messages/${ticketId}`);
    const quote = own.messages.find(({ id }: { id: string }) => id === quoting).quotedMsg;
    expect(quote).toMatchObject({ id: messageId, body: '', erased: true });
    const { body: others } = await scene.browser.get(`messages/${theirs.ticketId}`);
    expect(others.messages.at(-1)).toMatchObject({ id: card, body: named });
    const words = encodeURIComponent(person.name);
    const { body: found } = await scene.browser.get(`messages/search?searchParam=${words}`);
    expect(found.found.map((hit: { message: { id: string } }) => hit.message.id)).toEqual([card]);
    for (const list of [`contacts?searchParam=${words}`, `tickets?showAll=true&searchParam=${person.number}`])
      expect([list, (await scene.browser.get(list)).body.count]).toEqual([list, 0]);
  });

  it('is for administrators of the own company', async () => {
    const person = personNamed('Sampaio', '66667777');
    const { contactId } = await scene.befriend(person);
    const path = `contacts/${contactId}/erasure`;
    const body = { confirmation: person.number };
    for (const answer of [
      await scene.attendant.get(path),
      await scene.attendant.post(path, body),
      await scene.attendant.get('erasures'),
    ])
      expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    const stranger = await scene.stranger();
    for (const answer of [await stranger.get(path), await stranger.post(path, body)])
      expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
    expect((await stranger.get('erasures')).body).toEqual({ erasures: [], hasMore: false, count: 0 });
    expect((await scene.browser.get(path)).body.erased).toBe(false);
  });
});
