import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '#commands/ids.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, openLive } from '../testing/live-socket.ts';
import { type Office, openOffice } from '../testing/office.ts';
import { mostAtOnce } from './inlet.ts';

let harness: Harness;
let office: Office;
let base: string;
beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
  office = await openOffice(harness);
});
afterAll(() => harness.close());

const login = async (name: string): Promise<string> => {
  const { email } = await office.user(name, { profile: 'admin' });
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  return browser.token();
};
/** An open ticket with one message that came after the position. */
const conversation = async () => {
  const connectionId = await office.connection();
  const since = await harness.caughtUp();
  await office.inbound(connectionId);
  await harness.caughtUp();
  const { rows } = await harness.pool.query<{ id: string }>(
    'select id from inbox.ticket where company_id = $1 order by id desc limit 1',
    [office.companyId],
  );
  return { ticketId: rows[0]?.id ?? '', since };
};

it('reads for a socket that joins twenty thousand conversations only as it is its turn, and for others at once', async () => {
  const { ticketId, since } = await conversation();
  const [hostile, other] = [openLive(base, await login('Rui')), openLive(base, await login('Ana'))];
  await Promise.all([hostile.hello(), other.hello()]);
  const reads = vi.spyOn(harness.liveTenants, 'read');
  for (let n = 0; n < 20_000; n += 1) hostile.say({ event: 'joinChatBox', ticketId: newId(), since: n });
  await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(0);
  for (let n = 0; n < 5; n += 1) {
    const caughtUp = other.frame('what it missed', is('appMessage'));
    other.say({ event: 'joinChatBox', ticketId, since });
    await caughtUp;
    other.frames.length = 0;
  }
  expect(reads.mock.calls.length).toBeLessThan(3 * mostAtOnce);
  hostile.socket.terminate();
  other.close();
});

it('reads once for conversations that a socket joins again before they are read, from furthest back', async () => {
  const { ticketId, since } = await conversation();
  const socket = openLive(base, await login('Bia'));
  await socket.hello();
  const reads = vi.spyOn(harness.liveTenants, 'read');
  reads.mockClear();
  for (let n = 0; n < 50; n += 1)
    socket.say({ event: 'joinChatBox', ticketId, since: since + ((n * 7) % 50) });
  await socket.frame('what it missed', is('appMessage'));
  expect(reads.mock.calls.length).toBeLessThan(5);
  socket.close();
});
