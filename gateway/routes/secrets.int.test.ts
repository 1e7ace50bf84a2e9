import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allEvents } from '#commands/testing/world.ts';
import { secretSettings } from '#domain/company/settings.ts';
import type { Browser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, type Live, openLive } from '../testing/live-socket.ts';
import { adminAndAttendant } from '../testing/logged-in.ts';
import { openOffice } from '../testing/office.ts';

let harness: Harness;
let admin: Browser;
let ana: Browser;
const sockets: Live[] = [];
const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  }),
);
beforeAll(async () => {
  harness = await openHarness({ log });
  const office = await openOffice(harness);
  [admin, ana] = await adminAndAttendant(harness, office);
  const base = await harness.listen();
  for (const browser of [admin, ana]) {
    const socket = openLive(base, browser.token());
    await socket.hello();
    socket.say({ event: 'joinNotification' });
    sockets.push(socket);
  }
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await harness.close();
});

/** What a value may be written as. */
const guises = (value: string): readonly string[] => [
  value,
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
  Buffer.from(value).toString('hex'),
];

const filesUnder = (directory: string): readonly Buffer[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => join(directory, name))
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path));

const everyRow = async (): Promise<string> => {
  const { rows: tables } = await harness.pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await harness.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      return [name, ...rows.map(({ row }) => row)].join('\n');
    }),
  );
  return texts.join('\n');
};

const secretOf = (key: string, which: string) => `${which}-segredo-de-${key}-9f8e7d6c5b`;

it.each(secretSettings)('%s stands in no event, answer, row, log line or frame', async key => {
  const [first, second, refused] = ['um', 'dois', 'recusado'].map(which => secretOf(key, which));
  const answers = [
    await admin.put(`settings/${key}`, { key, value: first }),
    await admin.put(`settings/${key}`, { key, value: second }),
    await ana.put(`settings/${key}`, { key, value: refused }),
    await admin.put(`settings/${key}`, { key, value: `${refused}${'x'.repeat(9_000)}` }),
    await admin.put(`settings/${key}`, { key, value: [refused] }),
    await admin.put(`settings/${key}x`, { key, value: refused }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 400, 400, 404]);
  // What is set after it has been shown to all: whatever there was to say of the secret has been said.
  await admin.put('settings/useKanban', { value: secretSettings.indexOf(key) % 2 ? 'disabled' : 'enabled' });
  await harness.caughtUp();
  for (const socket of sockets)
    await socket.frame(
      'the last setting',
      frame => is('setting')(frame) && frame.position >= Number(answers[1]?.body.position),
    );
  for (const browser of [admin, ana])
    for (const path of ['settings', 'auth/me', 'whatsapp', '/docs/json'])
      answers.push(await browser.get(path));
  const rows = await everyRow();
  expect(rows).toContain(`,${key},`);
  const places = {
    answers: JSON.stringify(answers),
    rows,
    events: JSON.stringify(await allEvents(harness.store)),
    log: lines.join('\n'),
    frames: JSON.stringify(sockets.map(({ frames }) => frames)),
  };
  for (const guise of [first, second, refused].flatMap(value => guises(value ?? ''))) {
    for (const [place, text] of Object.entries(places))
      expect([place, text.includes(guise)]).toEqual([place, false]);
    for (const file of filesUnder(harness.directory)) expect(file.includes(guise)).toBe(false);
  }
});
