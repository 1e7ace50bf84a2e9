import type { Page } from 'playwright-core';
import { helpIfAsked } from '#start/help.ts';
import { logIn, openBrowser, wide } from '../system/browser.ts';
import { demoPassword, startProduct } from '../system/product.ts';
import { ms, summarise } from './measure.ts';
import { workOf } from './page-work.ts';
import { madeSlice } from './player-slice.ts';
import { least, openReport, quantiles } from './report.ts';

helpIfAsked(
  'Usage: npm run bench:player\nPlays a day of 50,000 events on the replay’s screen and counts the frames of its browser.',
);

/** What an analyst sees: a day of fifty thousand events that plays, in a browser without a graphics card. */
const events = 50_000;
const day = '2026-11-18';
const { note, finish } = openReport('player');

const load = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole('button', { name: 'Reproduzir (espaço)' }).waitFor();
};

/** Times between frames, in ms, while it plays for so long. */
const play = async (page: Page, forMs: number): Promise<readonly number[]> =>
  await page.evaluate(`(async () => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    await frame();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
    const times = [];
    const until = performance.now() + ${forMs};
    let before = await frame();
    while (performance.now() < until) {
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times;
  })()`);

const product = await startProduct();
const browser = await openBrowser();
try {
  const context = await browser.newContext({ viewport: wide, locale: 'pt-BR' });
  const page = await context.newPage();
  await logIn(page, product.url, 'admin@demo.local', demoPassword);
  const slice = madeSlice({ from: day, to: day }, events);
  const other = madeSlice({ from: '2026-11-11', to: '2026-11-11' }, events, 2);
  await page.route('**/api/replay/slice*', route =>
    route.fulfill({ json: route.request().url().includes(`from=${day}`) ? slice : other }),
  );
  const at = `${product.url}/replay/player?from=${day}&to=${day}`;
  const busyMs = await workOf(page);
  const ways = [
    [`${events} events, the whole day in six seconds (10×)`, `${at}&at=${day}T08:00:00Z&speed=10`, 5_000],
    [`${events} events, around the fullest hours (1×)`, `${at}&at=${day}T12:30:00Z&speed=1`, 15_000],
    ['two such days side by side (2×)', `${at}&beside=2026-11-11&at=${day}T12:30:00Z&speed=2`, 10_000],
  ] as const;
  for (const [what, address, forMs] of ways) {
    await load(page, address);
    const before = await busyMs();
    const times = await play(page, forMs);
    const perFrame = ((await busyMs()) - before) / times.length;
    const summary = summarise(
      times,
      times.reduce((sum, time) => sum + time, 0),
    );
    const frames = `${summary.perSecond.toFixed(1)} frames a second, ${quantiles(summary)} between them`;
    note(what, `${frames}, ${ms(perFrame)} of work each`, least(50), { ...summary, perFrame });
  }
} finally {
  await browser.close();
  await product.stop();
}
finish();
