import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openLive } from '../testing/live-socket.ts';
import { openOffice } from '../testing/office.ts';

const logged: string[] = [];
let harness: Harness;
let base: string;
let token: string;
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  harness = await openHarness({ log });
  base = await harness.listen();
  const { email } = await (await openOffice(harness)).user('Ana');
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  token = browser.token();
});
afterAll(() => harness.close());

it.each([
  ['too large', 1009, 'x'.repeat(9 * 1024)],
  ['not text', 1007, Buffer.from([0xc3, 0x28])],
])('a frame that is %s ends its socket, and is one short line of the log', async (_what, code, frame) => {
  const live = openLive(base, token);
  await live.hello();
  logged.length = 0;
  live.socket.send(frame, { binary: false });
  expect((await live.closed).code).toBe(code);
  await expect.poll(() => logged.length).toBeGreaterThan(0);
  expect(logged.map(line => JSON.parse(line).level)).toEqual([30]);
  expect(logged[0]).not.toContain('stack');
  expect((logged[0] ?? '').length).toBeLessThan(300);
});
