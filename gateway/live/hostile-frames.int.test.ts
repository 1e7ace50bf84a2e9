import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientMessage } from '#contracts/live.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openLive } from '../testing/live-socket.ts';
import { type Office, openOffice } from '../testing/office.ts';

const logged: string[] = [];
let harness: Harness;
let office: Office;
let base: string;
let ticketId: string;
let browsers: readonly Browser[];
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  harness = await openHarness({ log });
  base = await harness.listen();
  office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  const connectionId = await office.connection([queueId]);
  ticketId = await office.pending({ contactId: await office.contact(), connectionId, queueId });
  const people = [
    await office.user('Chefe', { profile: 'admin' }),
    await office.user('Ana', { queueIds: [queueId] }),
    await office.user('Bia'),
  ];
  await harness.caughtUp();
  browsers = await Promise.all(
    people.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const anId = '01990000-0000-7000-8000-000000000001';
const hostile: readonly unknown[] = [
  ...['', '\0', 'x'.repeat(7_000), '__proto__', '-1', '9'.repeat(300), '\ud800', '🏳️‍🌈'.repeat(200), anId],
  ...[null, true, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, [], [null], {}, { id: null }, [[[[]]]]],
];
/** Every message a page says, as it must be, and with each of its fields in turn filled with each hostile value. */
const messages = (): readonly unknown[] =>
  clientMessage.options.flatMap(option => {
    const known: Record<string, unknown> = {
      ...{ ticketId, since: 0, typing: true, status: 'open', token: browsers[0]?.token() },
      event: option.shape.event.value,
    };
    const fields = Object.keys(option.shape);
    const whole = Object.fromEntries(fields.map(field => [field, known[field]]));
    return [
      ...[whole, { ...whole, more: 'x' }, [whole]],
      ...fields.map(field => ({ ...whole, [field]: undefined })),
      ...fields.flatMap(field => hostile.map(value => ({ ...whole, [field]: value }))),
    ];
  });
const frames = (): readonly (string | Buffer)[] => [
  ...messages().map(message => JSON.stringify(message)),
  ...hostile.map(value => JSON.stringify(value)),
  ...fc.sample(fc.jsonValue({ maxDepth: 4 }), { numRuns: 300, seed: 7 }).map(value => JSON.stringify(value)),
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), { numRuns: 300, seed: 7 }),
  ...fc
    .sample(fc.uint8Array({ minLength: 1, maxLength: 200 }), { numRuns: 300, seed: 7 })
    .map(bytes => Buffer.from(bytes)),
  ...['{', 'null', '"', '[['.repeat(3_000), '{"a":'.repeat(1_000), '\ufeff{}', '{"event":"pong"}{}'],
  ...[Buffer.alloc(0), Buffer.alloc(9_000), Buffer.from([0xc3, 0x28])],
];

/** With what a socket is ended for what it has said: no text, not a word of the protocol, too long; or no token. */
const ends = [1007, 1008, 1009, 4401];
const heeded = 1000;
const atOnce = 60;

it('whatever a socket says, it is heeded or ended, and nobody else notices', async () => {
  const witness = openLive(base, browsers[0]?.token() ?? '');
  await witness.hello();
  const all = frames();
  expect(all.length).toBeGreaterThan(1_200);
  const codes = new Map<number, number>();
  const say = async (frame: string | Buffer, index: number) => {
    const live = openLive(base, browsers[index % browsers.length]?.token() ?? '');
    await live.hello();
    live.socket.send(frame, { binary: index % 2 === 1 });
    // It is read after the frame: unless that has ended the socket, this does.
    live.socket.close(heeded);
    const { code } = await live.closed;
    codes.set(code, (codes.get(code) ?? 0) + 1);
  };
  for (let from = 0; from < all.length; from += atOnce)
    await Promise.all(all.slice(from, from + atOnce).map((frame, n) => say(frame, from + n)));
  expect([...codes.keys()].filter(code => code !== heeded && !ends.includes(code))).toEqual([]);
  expect(codes.get(heeded)).toBeGreaterThan(20);
  expect(codes.get(1008)).toBeGreaterThan(800);
  expect(logged.filter(line => JSON.parse(line).level > 30)).toEqual([]);
  const { userId } = await office.user('Nova');
  await witness.frame('somebody new', ({ data }) => Reflect.get(Object(data), 'userId') === userId);
  witness.close();
}, 180_000);
