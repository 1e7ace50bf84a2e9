import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Outcome } from '#commands/context.ts';
import { eventsOfType } from '#commands/testing/world.ts';
import { reject } from '#domain/shared/decision.ts';
import type { Browser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { adminAndAttendant } from '../testing/logged-in.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';
import { openKey } from '../testing/outside.ts';

const allowed = new Set<string>();
/** The files that are there, by path. */
const files = new Map<string, string>();
const server = createServer(({ url = '' }, response) => {
  const bytes = files.get(url);
  return bytes === undefined ? response.writeHead(404).end() : response.end(bytes);
});

let harness: Harness;
let office: Office;
let admin: Browser;
let shop: Awaited<ReturnType<typeof openKey>>;
let host: string;
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  allowed.add(host);
  harness = await openHarness({ outboundAllowed: allowed });
  office = await openOffice(harness);
  await office.connection([await office.queue('Vendas', '#00aa00')]);
  [admin] = await adminAndAttendant(harness, office);
  shop = await openKey(harness, admin);
});
afterEach(() => {
  vi.restoreAllMocks();
  files.clear();
});
afterAll(async () => {
  await harness.close();
  server.close();
});

const queued = async () =>
  (await eventsOfType(harness.store, 'MessageQueued')).flatMap(event =>
    event.type === 'MessageQueued' ? [event.data] : [],
  );
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
/** As after a crash between the messages of a key and their answers. */
const unanswer = () =>
  harness.pool.query('update secrets.idempotent_call set answer = null where token_id = $1', [shop.keyId]);
const twoFiles = ['a', 'b'].map(name => ({ name: `${name}.txt`, bytes: Buffer.from(name) }));
const theProcessDies = async () => {
  throw new Error('the process died');
};
/** The second message that is queued from now on is not, but this happens instead. */
const atTheSecond = (instead: () => Promise<Outcome>): void => {
  const { queue } = harness.commands.message;
  let calls = 0;
  vi.spyOn(harness.commands.message, 'queue').mockImplementation((...given) => {
    calls += 1;
    return calls === 2 ? instead() : queue(...given);
  });
};
const urls = (...paths: readonly string[]) => paths.map(path => `http://${host}${path}`);

it('answers a call whose messages were all sent, though their files are there no more', async () => {
  for (const path of ['/a.txt', '/b.txt']) files.set(path, path);
  const asked = { number: phoneNumber(), body: 'Segue', mediaUrls: urls('/a.txt', '/b.txt') };
  const headers = keyed();
  const first = await shop.send(asked, headers);
  expect([first.status, first.body.ids?.length]).toEqual([202, 2]);
  const before = (await queued()).length;
  await unanswer();
  files.clear();
  const again = await shop.send(asked, headers);
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await queued()).toHaveLength(before);
});

it('answers a call that was sent, though its connection and its user are there no more', async () => {
  const whatsappId = await office.connection([]);
  // The default one cannot be removed.
  await office.connection([]);
  const user = await office.user('Rui');
  await harness.caughtUp();
  const asked = { number: phoneNumber(), body: 'Oi', whatsappId, userId: user.userId };
  const headers = keyed();
  const first = await shop.send(asked, headers);
  expect(first.status).toBe(202);
  expect((await admin.delete(`whatsapp/${whatsappId}`)).status).toBe(200);
  expect((await admin.delete(`users/${user.userId}`)).status).toBe(200);
  expect((await shop.send(asked, keyed())).status).toBe(404);
  await unanswer();
  const again = await shop.send(asked, headers);
  expect([again.status, again.body]).toEqual([202, first.body]);
});

it('sends what is left of a call, and fetches nothing that was sent', async () => {
  for (const path of ['/a.txt', '/b.txt']) files.set(path, path);
  const asked = { number: phoneNumber(), body: 'Segue', mediaUrls: urls('/a.txt', '/b.txt') };
  const headers = keyed();
  atTheSecond(theProcessDies);
  const before = (await queued()).length;
  expect((await shop.send(asked, headers)).status).toBe(500);
  expect(await queued()).toHaveLength(before + 1);
  files.delete('/a.txt');
  const again = await shop.send(asked, headers);
  expect([again.status, again.body.ids?.length]).toEqual([202, 2]);
  const sent = (await queued()).slice(before);
  expect(sent.map(({ messageId }) => messageId)).toEqual(again.body.ids);
  expect(sent.map(({ media, body }) => [media?.name, body])).toEqual([
    ['a.txt', 'Segue'],
    ['b.txt', 'b.txt'],
  ]);
  expect(new Set(sent.map(({ ticketId }) => ticketId)).size).toBe(1);
});

it('sends nothing twice where the rest of a call was refused', async () => {
  const asked = { number: phoneNumber(), body: 'Segue' };
  const headers = keyed();
  atTheSecond(async () => reject('ERR_CONFLICT'));
  const before = (await queued()).length;
  expect((await shop.sendForm(asked, twoFiles, headers)).status).toBe(409);
  expect(await queued()).toHaveLength(before + 1);
  const again = await shop.sendForm(asked, twoFiles, headers);
  expect([again.status, again.body.ids?.length]).toEqual([202, 2]);
  expect((await queued()).slice(before).map(({ messageId }) => messageId)).toEqual(again.body.ids);
});

it('sends nothing twice where there is no place for the rest of a call', async () => {
  const asked = { number: phoneNumber(), body: 'Segue' };
  const headers = keyed();
  const before = (await queued()).length;
  await shop.send({ number: asked.number, body: 'Antes' });
  atTheSecond(async () => reject('ERR_TICKET_CLOSED'));
  vi.spyOn(harness.commands.outside, 'place').mockImplementation(async () => reject('ERR_NO_QUEUE_FOUND'));
  expect((await shop.sendForm(asked, twoFiles, headers)).status).toBe(404);
  expect(await queued()).toHaveLength(before + 2);
  vi.mocked(harness.commands.outside.place).mockRestore();
  const again = await shop.sendForm(asked, twoFiles, headers);
  expect([again.status, again.body.ids?.length]).toEqual([202, 2]);
  expect((await queued()).slice(before + 1).map(({ messageId }) => messageId)).toEqual(again.body.ids);
});

it('goes on by the connection on which a call was begun', async () => {
  const headers = keyed();
  atTheSecond(theProcessDies);
  const before = (await queued()).length;
  const asked = { number: phoneNumber(), body: 'Segue' };
  expect((await shop.sendForm(asked, twoFiles, headers)).status).toBe(500);
  const other = await office.connection([]);
  const [begun] = (await queued()).slice(before);
  expect((await admin.put(`whatsapp/${other}`, { isDefault: true })).status).toBe(200);
  await harness.caughtUp();
  const again = await shop.sendForm(asked, twoFiles, headers);
  expect([again.status, again.body.whatsappId]).toEqual([202, begun?.connectionId]);
  expect(new Set((await queued()).slice(before).map(({ connectionId }) => connectionId)).size).toBe(1);
});

it('answers without the number once the contact is erased', async () => {
  const headers = keyed();
  const asked = { number: phoneNumber(), body: 'Oi' };
  const { body: first } = await shop.send(asked, headers);
  await unanswer();
  const { contactId } = first;
  const counts = { tickets: 1, messages: 1, notes: 0, media: 0 };
  const erasure = { contactId, confirmation: asked.number, counts };
  must(await harness.commands.contact.erase(office.context(), erasure));
  const again = await shop.send(asked, headers);
  expect([again.status, again.body]).toEqual([202, { ...first, number: '', queuedAt: expect.any(String) }]);
});
