import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { NoticeView } from '#contracts/notices.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let connectionId: string;
let [admin, other, ana]: Browser[] = [];
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  connectionId = await office.connection();
  const accounts = [
    await office.user('Chefe', { profile: 'admin' }),
    await office.user('Outra chefe', { profile: 'admin' }),
    await office.user('Ana'),
  ];
  await harness.caughtUp();
  [admin, other, ana] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const endsFor = async (reason: string | null) => {
  const lost = { connectionId, status: 'DISCONNECTED' as const, reason, number: null };
  const back = { ...lost, status: 'CONNECTED' as const, reason: null };
  must(await harness.commands.connection.recordStatus(office.context(), back));
  must(await harness.commands.connection.recordStatus(office.context(), lost));
  await harness.caughtUp();
};
const noticesOf = async (browser: Browser | undefined, query = '') => {
  const { body } = (await browser?.get(`notices${query}`)) ?? { body: undefined };
  return body as { notices: NoticeView[]; unread: number; hasMore: boolean };
};

describe('notices', () => {
  it('say that a connection was lost, and nothing of what comes back by itself', async () => {
    await endsFor('connection-lost');
    await endsFor(null);
    expect(await noticesOf(admin)).toEqual({ notices: [], unread: 0, hasMore: false });
    await endsFor('logged-out');
    const { notices, unread } = await noticesOf(admin);
    expect(unread).toBe(1);
    expect(notices).toMatchObject([
      { kind: 'connection-lost', reason: 'logged-out', subject: { id: connectionId }, isNew: true },
    ]);
    expect(notices[0]?.subject.name).toBeTypeOf('string');
  });

  it('say how an import ended', async () => {
    const { commands } = harness;
    const importId = newId();
    const counts = { new: 2, updated: 1, duplicate: 0, invalid: 1, ignored: 0 };
    const started = { importId, source: 'list' as const, rows: 4, connectionId: null };
    must(await commands.contactImport.start(office.context(), started));
    must(await commands.contactImport.finish(office.context(), { importId, counts }));
    await harness.caughtUp();
    expect((await noticesOf(admin)).notices[0]).toMatchObject({
      ...{ kind: 'import-finished', counts, subject: { id: importId, name: null }, reason: null },
    });
  });

  it('are read by each for themselves, and stay read', async () => {
    await endsFor('replaced');
    const [newest] = (await noticesOf(admin)).notices;
    const upTo = newest?.position ?? 0;
    expect((await admin?.post('notices/read', { upTo }))?.status).toBe(200);
    await harness.caughtUp();
    expect((await admin?.post('notices/read', { upTo: 0 }))?.status).toBe(200);
    await harness.caughtUp();
    const mine = await noticesOf(admin);
    expect([mine.unread, mine.notices.some(({ isNew }) => isNew)]).toEqual([0, false]);
    expect((await noticesOf(other)).unread).toBe(mine.notices.length);
  });

  it('are said at once to administrators alone, and what one has read to that person alone', async () => {
    const address = await harness.listen();
    const sockets = [admin, other, ana].map(browser => openLive(address, browser?.token() ?? ''));
    await Promise.all(sockets.map(socket => socket.hello()));
    const [mine, others, anas] = sockets;
    await endsFor('replaced');
    const made = is('notice', { action: 'create' });
    await Promise.all([mine?.frame('made', made), others?.frame('made', made)]);
    await admin?.post('notices/read', { upTo: (await noticesOf(admin)).notices[0]?.position });
    await mine?.frame('read', is('notice', { action: 'read' }));
    await endsFor('replaced');
    await others?.frame('a second one', frame => made(frame) && others.frames.filter(made).length > 1);
    expect(others?.frames.some(is('notice', { action: 'read' }))).toBe(false);
    expect(anas?.frames.some(({ event }) => event.endsWith('-notice'))).toBe(false);
    for (const socket of sockets) socket.close();
  });

  it('come by pages, the newest first', async () => {
    for (let n = 0; n < 30; n += 1) await endsFor('forbidden');
    const first = await noticesOf(admin);
    expect([first.notices.length, first.hasMore]).toEqual([30, true]);
    const rest = await noticesOf(admin, `?before=${first.notices.at(-1)?.position}`);
    expect(rest.hasMore).toBe(false);
    const positions = [...first.notices, ...rest.notices].map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => b - a));
  });

  it('of the time before an account are not new to it', async () => {
    const { email } = await office.user('Nova', { profile: 'admin' });
    await harness.caughtUp();
    const late = openBrowser(harness);
    await late.login(email);
    expect((await noticesOf(late)).unread).toBe(0);
    await endsFor('bad-session');
    expect((await noticesOf(late)).unread).toBe(1);
  });

  it('are for administrators, and bad input is refused', async () => {
    expect((await ana?.get('notices'))?.body).toMatchObject({ error: 'ERR_NO_PERMISSION' });
    expect((await ana?.post('notices/read', { upTo: 1 }))?.body).toMatchObject({
      error: 'ERR_NO_PERMISSION',
    });
    expect((await admin?.post('notices/read', { upTo: -1 }))?.body).toMatchObject({
      error: 'ERR_VALIDATION',
    });
    expect((await admin?.get('notices?before=x'))?.body).toMatchObject({ error: 'ERR_VALIDATION' });
  });
});

describe('what of a company cannot be processed', () => {
  const park = (companyId: string, since: string) =>
    harness.pool.query(
      `insert into parking.parked (follower, scope, name, company_id, stream, revision, position, resume_at, event_id,
         event_type, reason, since, next_at)
       values ('policy attend', 'stream', $2, $1, $2, 3, 1000000000, 0, gen_random_uuid(), 'TicketOpened', 'no', $3, now()),
         ('policy closing', 'stream', $2, $1, $2, 3, 1000000000, 0, gen_random_uuid(), 'TicketOpened', 'no', $3, now())`,
      [companyId, `ticket-${companyId}.${newId()}`, since],
    );
  const inbox = (companyId: string, since: string) =>
    harness.pool.query(
      `insert into projection.parked
         (name, scope, stream, company_id, revision, position, event_id, event_type, reason, since)
       values ('inbox', 'tenant', $2, $1, 3, 128, gen_random_uuid(), 'MessageReceived', 'no', $3)`,
      [companyId, `message-${companyId}.${newId()}`, since],
    );
  const longAgo = '2026-01-02T03:04:05.678Z';

  it('is told to its administrators, once for all followers, until it is taken up', async () => {
    const { companyId } = office.context();
    const before = await noticesOf(admin);
    await park(newId(), longAgo);
    expect(await noticesOf(admin)).toEqual(before);
    await park(companyId, new Date().toISOString());
    expect(await noticesOf(admin)).toEqual(before);
    await inbox(companyId, longAgo);
    await harness.pool.query('update parking.parked set since = $1', [longAgo]);
    const { notices, unread } = await noticesOf(admin);
    expect(unread).toBe(before.unread + 1);
    expect(notices[0]).toMatchObject({
      ...{ kind: 'processing-held', at: longAgo, isNew: true, subject: { id: companyId, name: null } },
      held: { tickets: 1, messages: 1, contacts: 0, others: 0, whole: true },
    });
    expect((await ana?.get('notices'))?.status).toBe(403);
    await admin?.post('notices/read', { upTo: notices[0]?.position });
    await harness.caughtUp();
    const seen = await noticesOf(admin);
    expect([seen.notices[0]?.kind, seen.notices[0]?.isNew, seen.unread]).toEqual([
      'processing-held',
      false,
      0,
    ]);
    await harness.pool.query('truncate parking.parked; delete from projection.parked');
    expect((await noticesOf(admin)).notices.map(({ kind }) => kind)).not.toContain('processing-held');
  });
});
