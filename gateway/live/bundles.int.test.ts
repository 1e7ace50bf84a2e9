import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveProtocols, severalEvent } from '#contracts/live.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Live, openLive } from '../testing/live-socket.ts';
import { openOffice } from '../testing/office.ts';

/** Enough that what they are told goes together. */
const count = 20;
let harness: Harness;
let base: string;
beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
});
afterAll(() => harness.close());

const hasSeveral = ({ messages }: Live): boolean =>
  messages.some(message => Reflect.get(Object(message), 'event') === severalEvent);
const news = ({ frames }: Live) => frames.filter(({ event }) => event.startsWith('company-'));

it('tells pages of today, and one from before an upgrade, the same frames in the same order', async () => {
  const office = await openOffice(harness);
  const { email } = await office.user('Ana', { profile: 'admin' });
  const connectionId = await office.connection();
  await harness.caughtUp();
  const ana = openBrowser(harness);
  await ana.login(email);
  const pages = Array.from({ length: count }, (_, n) =>
    openLive(base, ana.token(), undefined, n === count - 1 ? liveProtocols.slice(1) : liveProtocols),
  );
  for (const page of pages) {
    await page.hello();
    page.say({ event: 'joinNotification' });
  }
  const [page, former] = [pages.at(-2), pages.at(-1)];

  for (let n = 0; n < 10; n += 1) await office.inbound(connectionId);
  const { userId } = await office.user('Bia');
  for (const each of pages)
    await each.frame('the last', ({ data }) => Reflect.get(Object(data), 'userId') === userId);

  expect(pages.map(hasSeveral)).toContain(true);
  expect(former && hasSeveral(former)).toBe(false);
  expect(former?.socket.protocol).toBe('balcao.v1');
  expect(page?.socket.extensions).toContain('permessage-deflate');
  for (const each of pages) expect(news(each)).toEqual(news(pages[0] as Live));
  for (const each of pages) each.close();
});
