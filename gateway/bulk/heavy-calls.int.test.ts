import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { watchConnections } from '../testing/kept-connection.ts';
import { openOffice } from '../testing/office.ts';
import type { BulkReader } from './reader.ts';

/** What is written when the test says so. */
const begun: PassThrough[] = [];
const bulkReader: BulkReader = {
  open: async (_job, gone) => {
    const answer = new PassThrough();
    gone.addEventListener('abort', () => answer.destroy());
    begun.push(answer);
    return answer;
  },
  close: async () => undefined,
};
const patience = {
  ...{ head: 15_000, body: 60_000, upload: 60_000, idle: 60_000, refused: 10_000, download: 100 },
};
const limits = { contactsXlsx: 1, auditEntries: 1, episodes: -1, cases: -1 };
let harness: Harness;
let port: number;
let connections: ReturnType<typeof watchConnections>;
let admins: readonly Browser[];
const sockets: Socket[] = [];

beforeAll(async () => {
  harness = await openHarness({ bulkReader, patience, exportLimits: limits });
  connections = watchConnections(harness.app);
  port = Number(new URL(await harness.listen()).port);
  const office = await openOffice(harness);
  const emails: string[] = [];
  for (const name of ['Ana', 'Bia', 'Caio'])
    emails.push((await office.user(name, { profile: 'admin' })).email);
  for (const name of ['Clara', 'Davi']) await office.contact(name);
  await harness.caughtUp();
  admins = await Promise.all(
    emails.map(async email => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  // Those whose turn comes now have left already.
  await expect
    .poll(() => {
      for (const answer of begun) answer.end();
      return connections.open();
    })
    .toBe(0);
  begun.length = 0;
});
afterAll(() => harness.close());

/** Asks for a file over a connection of its own, which answers what it is told once it has all of it. */
const ask = (browser = admins[0], path = 'contacts/export', method = 'GET', body = '') => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', chunk => {
    text += String(chunk);
  });
  socket.on('error', () => undefined);
  socket.write(
    [
      ...[`${method} /api/${path} HTTP/1.1`, 'host: x', 'connection: close'],
      ...[`authorization: Bearer ${browser?.token()}`, `content-length: ${body.length}`],
      ...[...(body ? ['content-type: application/json'] : []), '', body],
    ].join('\r\n'),
  );
  const answered = once(socket, 'close').then(() => text);
  return { socket, answered, text: () => text };
};
const begins = (count: number) => expect.poll(() => begun.length).toBe(count);
/** Everything that was asked has been seen by now. */
const seen = () => admins[0]?.get('contacts');

describe('files', () => {
  it('are written two at a time for a person, and four for all; the others wait', async () => {
    const [ana, bia, caio] = admins;
    const own = [ask(ana), ask(ana), ask(ana)];
    await begins(2);
    const others = [ask(bia), ask(bia), ask(caio)];
    await begins(4);
    await seen();
    expect(begun).toHaveLength(4);
    begun[2]?.end('um;dois');
    await begins(5);
    begun[0]?.end('um;dois');
    await begins(6);
    for (const answer of begun) answer.end('um;dois');
    for (const each of [...own, ...others])
      expect(await each.answered).toMatch(/^HTTP\/1.1 200[\s\S]*um;dois/);
  });

  it('count together with what is asked for by POST', async () => {
    const whatIf = () => ask(admins[0], 'replay/what-if', 'POST', '{}');
    const asked = [whatIf(), ask(), whatIf()];
    await begins(2);
    await seen();
    expect(begun).toHaveLength(2);
    begun[0]?.end('{}');
    await begins(3);
    for (const answer of begun) answer.end('{}');
    for (const each of asked) expect(await each.answered).toMatch(/^HTTP\/1.1 200/);
  });

  it('give back the place of who leaves, and are read no more', async () => {
    const leaving = [ask(), ask()];
    await begins(2);
    const waiting = [ask(), ask()];
    const gone = ask();
    await seen();
    gone.socket.destroy();
    for (const { socket } of leaving) socket.destroy();
    await expect.poll(() => begun.slice(0, 2).map(({ destroyed }) => destroyed)).toEqual([true, true]);
    await begins(4);
    for (const answer of begun) answer.end('fim');
    for (const each of waiting) expect(await each.answered).toContain('fim');
    await seen();
    expect(begun).toHaveLength(4);
  });

  it('are not written where only their head is asked for', async () => {
    expect(await ask(admins[0], 'contacts/export', 'HEAD').answered).toMatch(/^HTTP\/1.1 200/);
    await expect.poll(() => begun.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it('keep nobody else waiting', async () => {
    for (const browser of admins) for (const _ of [1, 2, 3]) ask(browser);
    await begins(4);
    for (const path of ['contacts', 'tickets?status=pending', 'audit'])
      expect((await admins[0]?.get(path))?.status).toBe(200);
  });

  it('are refused with when to come again where too many wait', async () => {
    const many = Array.from({ length: 103 }, () => ask());
    const refused = await Promise.race(many.map(({ answered }) => answered));
    expect(refused).toMatch(/^HTTP\/1.1 429/);
    expect(refused).toMatch(/retry-after: \d+\r\n/);
    expect(refused).toContain('"error":"ERR_TOO_MANY_EXPORTS"');
    await begins(2);
  });

  it('end where who takes them does not take them', async () => {
    const slow = ask();
    slow.socket.pause();
    await begins(1);
    const [answer] = begun;
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536, 'x');
      })(),
    );
    endless.on('error', () => undefined);
    if (answer) endless.pipe(answer);
    await expect.poll(() => answer?.destroyed).toBe(true);
    endless.destroy();
    slow.socket.resume();
    await slow.answered;
  });

  const today = new Date().toISOString().slice(0, 10);
  it.each([
    'contacts/export?format=xlsx',
    'audit/export?format=jsonl',
    'dashboard/episodes.csv?metric=opened&days=7',
    `replay/export?format=xes&from=${today}&to=${today}`,
  ])('are refused before they are read where there is too much (%s)', async path => {
    const before = await exported();
    const refused = await admins[0]?.get(path);
    expect([refused?.status, refused?.body]).toEqual([
      413,
      { error: 'ERR_EXPORT_TOO_LARGE', message: expect.any(String), details: { most: expect.any(Number) } },
    ]);
    expect(begun).toEqual([]);
    expect(await exported()).toBe(before);
  });
});

/** How many files the log says were taken along. */
const exported = async () => {
  await harness.caughtUp();
  const { rows } = await harness.pool.query(
    `select count(*)::int as n from audit.entry where type = 'DataExported'`,
  );
  return rows[0].n;
};
