import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Live, openLive } from '../testing/live-socket.ts';
import { type Office, openOffice } from '../testing/office.ts';

const limits = { person: 3, company: 5, gateway: 6 };
let harness: Harness;
let base: string;
let office: Office;
let ana: Browser;
let bia: Browser;
const sockets: Live[] = [];

beforeAll(async () => {
  harness = await openHarness({ liveSockets: limits });
  base = await harness.listen();
  office = await openOffice(harness);
  ana = await login(office, 'Ana');
  bia = await login(office, 'Bia');
});
afterEach(async () => {
  await Promise.all(sockets.splice(0).map(close));
});
afterAll(() => harness.close());

const login = async (where: Office, name: string): Promise<Browser> => {
  const { email } = await where.user(name);
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  return browser;
};
const open = (who: Browser): Live => {
  const live = openLive(base, who.token());
  sockets.push(live);
  return live;
};
const close = async ({ socket, closed }: Live) => {
  socket.terminate();
  await closed;
};
/** What came of each: greeted, or the status of its refusal. */
const outcomes = (opened: readonly Live[]) =>
  Promise.all(opened.map(each => Promise.race([each.hello().then(() => 'greeted'), each.refused])));
const count = async (name: string): Promise<number> => {
  const text = await harness.app.inject('/metrics');
  const line = text.body.split('\n').find(each => each.startsWith(name));
  return Number(line?.split(' ').at(-1) ?? 0);
};
const roomFor = async (who: Browser) => (await who.get('live')).status;

it('opens no more than a person may have, however many come at once, and says when to try again', async () => {
  const opened = Array.from({ length: 30 }, () => open(ana));
  const asked = opened.map(
    ({ socket }) =>
      new Promise<string>(resolve => {
        socket.once('unexpected-response', (_request, { headers }) =>
          resolve(String(headers['retry-after'])),
        );
      }),
  );
  const became = await outcomes(opened);
  expect(became.filter(outcome => outcome === 'greeted')).toHaveLength(3);
  expect(became.filter(outcome => outcome === 429)).toHaveLength(27);
  expect(Number(await Promise.race(asked))).toBeGreaterThan(0);
  expect(await count('balcao_live_refused_sockets_total{limit="person"}')).toBe(27);
  expect(await count('balcao_live_sockets')).toBe(3);
});

it('notifies a page what it cannot see: whose number is full, and when to ask again', async () => {
  await outcomes(Array.from({ length: 3 }, () => open(ana)));
  const answer = await ana.get('live');
  expect(answer).toMatchObject({
    status: 429,
    body: { error: 'ERR_TOO_MANY_REQUESTS', details: { limit: 'person' } },
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(await roomFor(bia)).toBe(200);
});

it('shuts nobody out for good: who closes a socket makes room', async () => {
  const [first] = [open(ana), open(ana), open(ana)];
  await outcomes(sockets);
  expect(await roomFor(ana)).toBe(429);
  if (first) await close(first);
  await expect.poll(() => roomFor(ana)).toBe(200);
  expect(await outcomes([open(ana)])).toEqual(['greeted']);
});

it('keeps room for other companies, up to what the process holds', async () => {
  const zoe = await login(await openOffice(harness), 'Zoe');
  expect(await outcomes(Array.from({ length: 3 }, () => open(ana)))).not.toContain(429);
  expect((await outcomes(Array.from({ length: 3 }, () => open(bia)))).toSorted()).toEqual([
    429,
    'greeted',
    'greeted',
  ]);
  expect(await outcomes([open(zoe), open(zoe)])).toContain('greeted');
  expect((await zoe.get('live')).body.details).toEqual({ limit: 'gateway' });
});

it('forgets who was refused for another reason, and who left before the answer', async () => {
  const eva = await login(office, 'Eva');
  const ended = eva.token();
  expect((await eva.delete('auth/logout')).status).toBe(200);
  eva.setToken(ended);
  expect(await outcomes([open(eva), open(eva), open(eva)])).toEqual([401, 401, 401]);
  const { hostname, port } = new URL(base);
  const leaves = Array.from({ length: 3 }, () => {
    const raw = connect(Number(port), hostname);
    raw.write(
      `GET /ws HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
        `Sec-WebSocket-Protocol: balcao.v1, bearer.${ana.token()}\r\n\r\n`,
      () => raw.destroy(),
    );
    return new Promise(resolve => raw.once('close', resolve));
  });
  await Promise.all(leaves);
  await expect.poll(() => count('balcao_live_sockets')).toBe(0);
  await expect.poll(() => roomFor(ana)).toBe(200);
  expect(await outcomes(Array.from({ length: 3 }, () => open(ana)))).not.toContain(429);
});
