import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import { allEvents } from '#commands/testing/world.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice } from '../testing/office.ts';
import { createSessionJournal } from './session-journal.ts';
import { raceToleranceSeconds } from './sessions.ts';

const address = '203.0.113.7';
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

const open = async () => {
  const office = await openOffice(harness);
  const [root, ana] = [await office.user('Root', { profile: 'admin' }), await office.user('Ana')];
  await harness.caughtUp();
  const login = async (email: string): Promise<Browser> => {
    const browser = openBrowser(harness, address);
    expect((await browser.login(email)).status).toBe(200);
    return browser;
  };
  /** What is in the log of the sessions of this company. */
  const told = async () =>
    (await allEvents(harness.store)).filter(
      ({ category, companyId }) => category === 'session' && companyId === office.companyId,
    );
  const types = async () => (await told()).map(({ type }) => type);
  return { root, ana, login, told, types };
};

describe('the log of sessions', () => {
  it('has who came in and went, and from where', async () => {
    const { ana, login, told, types } = await open();
    const browser = await login(ana.email);
    await browser.delete('auth/logout');
    await expect.poll(types, { timeout: 10_000 }).toEqual(['UserLoggedIn', 'UserLoggedOut']);
    for (const { data, metadata } of await told()) {
      expect(data).toMatchObject({ userId: ana.userId, address });
      expect(metadata.actor).toEqual({ kind: 'user', id: ana.userId });
    }
  });
  it('has the takeover by another machine', async () => {
    const { ana, login, told, types } = await open();
    await login(ana.email);
    await login(ana.email);
    await expect.poll(async () => (await types()).length, { timeout: 10_000 }).toBe(3);
    const [first, takeover, second] = await told();
    expect(takeover).toMatchObject({
      type: 'UserSessionTakenOver',
      data: {
        sessionId: Reflect.get(first?.data ?? {}, 'sessionId'),
        bySessionId: Reflect.get(second?.data ?? {}, 'sessionId'),
      },
    });
  });
  it('has who ended a session of whom, and why', async () => {
    const { root, ana, login, told, types } = await open();
    await login(ana.email);
    const admin = await login(root.email);
    await admin.put(`users/${ana.userId}`, { password: 'outra-senha' });
    await expect.poll(types, { timeout: 10_000 }).toContain('UserSessionRevoked');
    const revoked = (await told()).find(({ type }) => type === 'UserSessionRevoked');
    expect(revoked?.data).toMatchObject({ userId: ana.userId, reason: 'password' });
    expect(revoked?.metadata.actor).toEqual({ kind: 'user', id: root.userId });
  });
  it('has a session whose refresh token came again, once, and from where it came', async () => {
    const { ana, login, told, types } = await open();
    const browser = await login(ana.email);
    const thief = openBrowser(harness, '198.51.100.9');
    thief.setCookie(browser.cookie());
    await browser.refresh();
    await harness.pool.query(
      'update secrets.refresh_token set spent_at = spent_at - make_interval(secs => $1)',
      [raceToleranceSeconds + 1],
    );
    const copy = thief.cookie();
    for (let tried = 0; tried < 2; tried += 1) {
      thief.setCookie(copy);
      expect((await thief.refresh()).status).toBe(401);
    }
    await expect.poll(types, { timeout: 10_000 }).toContain('UserSessionRevoked');
    expect((await browser.refresh()).status).toBe(401);
    await browser.login(ana.email);
    await expect
      .poll(types, { timeout: 10_000 })
      .toEqual(['UserLoggedIn', 'UserSessionRevoked', 'UserLoggedIn']);
    const stolen = (await told())[1];
    expect(stolen?.data).toMatchObject({ userId: ana.userId, reason: 'stolen', address: '198.51.100.9' });
    expect(stolen?.metadata.actor).toEqual({ kind: 'system' });
  });
  it('has a session of which two went on with copies of one refresh token', async () => {
    const { ana, login, told, types } = await open();
    const browser = await login(ana.email);
    const thief = openBrowser(harness, '198.51.100.9');
    thief.setCookie(browser.cookie());
    await Promise.all([browser.refresh(), thief.refresh()]);
    await browser.refresh();
    await harness.pool.query(
      'update secrets.refresh_token set spent_at = spent_at - make_interval(secs => $1)',
      [raceToleranceSeconds + 1],
    );
    expect((await thief.refresh()).status).toBe(401);
    await expect.poll(types, { timeout: 10_000 }).toEqual(['UserLoggedIn', 'UserSessionRevoked']);
    const [, stolen] = await told();
    expect(stolen?.data).toMatchObject({ userId: ana.userId, reason: 'stolen', address: '198.51.100.9' });
  });
  it('tells of wrong passwords once in ten minutes, with their count, and of no password', async () => {
    const { ana, told } = await open();
    const thief = openBrowser(harness, address);
    for (let tried = 0; tried < 3; tried += 1) await thief.login(ana.email, `senha-errada-${tried}`);
    const counts = async () => (await told()).map(({ data }) => Reflect.get(data, 'count'));
    await expect.poll(counts, { timeout: 10_000 }).toEqual([1]);
    const untold = async () =>
      (await harness.pool.query('select untold from secrets.login_failure where user_id = $1', [ana.userId]))
        .rows;
    await expect.poll(untold, { timeout: 10_000 }).toEqual([{ untold: 2 }]);
    await harness.pool.query(`update secrets.login_failure set told_at = now() - interval '11 minutes'`);
    await thief.login(ana.email, 'senha-errada-3');
    await expect.poll(counts, { timeout: 10_000 }).toEqual([1, 3]);
    expect(JSON.stringify(await told())).not.toContain('senha-errada');
  });
  it('tells of the others where the failures of one account cannot be written', async () => {
    const accounts = [newId(), newId(), newId()].map(id => ({ id, companyId: newId() }));
    const [broken] = accounts.map(({ id }) => id).toSorted();
    const written: string[] = [];
    const { session } = createCommands(harness);
    const fail: typeof session.fail = async (context, input) => {
      if (input.userId === broken) throw new Error('its stream cannot be read');
      written.push(input.userId);
      return session.fail(context, input);
    };
    const journal = createSessionJournal({
      ...{ pool: harness.pool, commands: { session: { ...session, fail } }, log: { warn: () => undefined } },
    });
    journal.failed(accounts, { address });
    await journal.close();
    expect(written).toHaveLength(2);
  });
  it('tells nothing of accounts that there are not', async () => {
    const journal = createSessionJournal({
      ...{ pool: harness.pool, commands: createCommands(harness), log: { warn: () => undefined } },
    });
    const before = await allEvents(harness.store);
    journal.failed([], { address });
    await journal.close();
    expect(await allEvents(harness.store)).toHaveLength(before.length);
  });
});
