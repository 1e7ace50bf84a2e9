import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import { allEvents } from '#commands/testing/world.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Office, openOffice } from '../testing/office.ts';
import { createRefusalJournal, refusalMinutes } from './refusal-journal.ts';

const address = '203.0.113.7';
let harness: Harness;
let office: Office;
let [attendant, admin]: Browser[] = [];
let userId: string;

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const accounts = [await office.user('Ana'), await office.user('Root', { profile: 'admin' })];
  userId = accounts[0]?.userId ?? '';
  await harness.caughtUp();
  [attendant, admin] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness, address);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const noted = async () =>
  (await allEvents(harness.store)).flatMap(event => (event.type === 'UserAccessRefused' ? [event] : []));
const counts = async () => (await noted()).map(({ data }) => data.count);
const unnoted = async () =>
  (await harness.pool.query('select unnoted from secrets.access_refusal where user_id = $1', [userId])).rows;

it('notes what somebody who is logged in may not do, counted, once in ten minutes', async () => {
  await attendant?.get('audit');
  await expect.poll(counts, { timeout: 10_000 }).toEqual([1]);
  for (const path of ['audit', 'dashboard', `users/${userId}x`]) await attendant?.get(path);
  await expect.poll(unnoted, { timeout: 10_000 }).toEqual([{ unnoted: 2 }]);
  const [first] = await noted();
  expect(first?.data).toMatchObject({ userId, count: 1, actions: ['audit.read'], address });
  expect(first?.metadata.actor).toEqual({ kind: 'user', id: userId });
  const later = `${refusalMinutes + 1} minutes`;
  await harness.pool.query('update secrets.access_refusal set noted_at = now() - $1::interval', [later]);
  await attendant?.put(`users/${userId}`, { password: 'outra-senha', currentPassword: 'errada' });
  await expect.poll(counts, { timeout: 10_000 }).toEqual([1, 3]);
  expect((await noted())[1]?.data.actions.toSorted()).toEqual([
    'audit.read',
    'dashboard.view',
    'ownPassword',
  ]);
  expect(JSON.stringify(await noted())).not.toContain('errada');
  await expect.poll(unnoted, { timeout: 10_000 }).toEqual([{ unnoted: 0 }]);
});

it('stands in the audit trail, with who it was', async () => {
  await harness.caughtUp();
  const { body } = (await admin?.get('audit?action=UserAccessRefused')) ?? {};
  expect(body.entries).toHaveLength(2);
  expect(body.entries[1]).toMatchObject({
    actor: { kind: 'user', id: userId },
    objectId: userId,
    details: { count: 1, actions: ['audit.read'] },
  });
});

it('notes nothing of who is not logged in, and of calls that are refused for other reasons', async () => {
  await openBrowser(harness, address).get('audit');
  await admin?.get('audit?owner=x');
  expect((await harness.pool.query('select user_id from secrets.access_refusal')).rows).toEqual([
    { user_id: userId },
  ]);
});

it('notes what others were refused where that of one cannot be written', async () => {
  const people = [newId(), newId(), newId()].toSorted();
  const [broken] = people;
  const insert = `insert into secrets.access_refusal (user_id, company_id, unnoted, actions, address)
    select u, $2, 1, '{audit.read}', $3 from unnest($1::uuid[]) u`;
  await harness.pool.query(insert, [people, newId(), address]);
  const written: string[] = [];
  const { session } = createCommands(harness);
  const refuse: typeof session.refuse = async (context, input) => {
    if (input.userId === broken) throw new Error('its stream cannot be read');
    written.push(input.userId);
    return session.refuse(context, input);
  };
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const journal = createRefusalJournal({
    ...{ pool: harness.pool, commands: { session: { ...session, refuse } }, log: { warn: () => undefined } },
  });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await journal.close();
  expect(written.toSorted()).toEqual(people.slice(1));
});
