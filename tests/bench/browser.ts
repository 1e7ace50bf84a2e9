import type { Page } from 'playwright-core';
import { openEventStore } from '#eventstore/client.ts';
import { helpIfAsked } from '#start/help.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { login } from '../system/api.ts';
import { logIn, openBrowser, openWindow } from '../system/browser.ts';
import { demoPassword, startProduct } from '../system/product.ts';
import { bubbles, rows, tab } from '../system/screen.ts';
import { loadContacts, loadTalk, loadTickets } from './load.ts';
import { ms, summarise } from './measure.ts';
import { workOf } from './page-work.ts';
import { type Bar, openReport, quantiles, under } from './report.ts';

helpIfAsked(
  'Usage: npm run bench:browser [-- --small]\nMeasures scrolling a list of 10,000 rows and opening a conversation of 5,000 messages.',
);

/**
 * What an attendant sees: a list of ten thousand rows that is scrolled, frame by frame, and a conversation of five
 * thousand messages that is opened. `--small` takes a tenth of the rows.
 */
const listed = process.argv.includes('--small') ? 1_000 : 10_000;
const { note, finish } = openReport('browser');

type Scrolled = { readonly times: readonly number[]; readonly height: number; readonly elements: number };

/** Scrolls the list so many pixels a frame, waiting at its end for more, until it is so high; then answers. */
const scroll = async (page: Page, pixels: number, until: number, patienceMs: number): Promise<Scrolled> =>
  await page.evaluate(`(async () => {
    const row = document.querySelector('[data-testid^="ticket-row-"]');
    let list = row;
    while (list && !/auto|scroll/.test(getComputedStyle(list).overflowY)) list = list.parentElement;
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    const times = [];
    const giveUp = performance.now() + ${patienceMs};
    let before = await frame();
    while (performance.now() < giveUp && list.scrollTop + list.clientHeight < ${until}) {
      list.scrollTop += ${pixels};
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return { times, height: list.scrollHeight, elements: list.querySelectorAll('*').length };
  })()`);

const frames = (what: string, { times, elements }: Scrolled, bar: Bar | undefined): void => {
  const summary = summarise(
    times,
    times.reduce((sum, time) => sum + time, 0),
  );
  const late = times.filter(time => time > 20).length / Math.max(1, times.length);
  const share = `${(late * 100).toFixed(1)} % of ${times.length} frames over 20 ms`;
  const result = `${quantiles(summary)}, ${share}, ${elements} elements`;
  note(what, result, bar, { ...summary, late, elements });
};

const product = await startProduct();
const browser = await openBrowser();
try {
  const { databaseUrl, eventstoreUrl } = product.running();
  const { keys, close: closeKeys } = await openServiceKeys({ databaseUrl, dataDir: product.dataDir });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  const contactIds = await loadContacts(store);
  const { ids } = await loadTickets(store, contactIds, listed);
  const talkId = ids.at(-1) ?? '';
  const position = await loadTalk(store, { ticketId: talkId, contactId: contactIds.at(-1) ?? '' }, 5_000);
  await store.close();
  await closeKeys();
  const admin = await login(product.url, 'admin@demo.local', demoPassword);
  const giveUpAt = Date.now() + 120_000;
  while ((await admin.tickets('?status=pending', position)).body.position < position)
    if (Date.now() > giveUpAt) throw new Error('the inbox did not catch up');

  // A session ends when its user logs in again.
  const accepted = await admin.change(talkId, { status: 'open', userId: admin.user.id });
  if (accepted.status !== 200) throw new Error(`accepting answered ${JSON.stringify(accepted)}`);

  const { page } = await openWindow(browser);
  await logIn(page, product.url, 'admin@demo.local', demoPassword);
  await tab(page, /Aguardando/).click();
  await rows(page).first().waitFor();
  const { height: pageHeight } = await scroll(page, 0, 1, 1_000);
  const whole = (pageHeight / 40) * listed * 0.97;
  const loading = await scroll(page, 900, whole, 300_000);
  frames(
    `list, scrolled as it loads to ${Math.round(loading.height / (pageHeight / 40))} rows`,
    loading,
    undefined,
  );
  await page.evaluate(`(() => {
    let list = document.querySelector('[data-testid^="ticket-row-"]');
    while (list && !/auto|scroll/.test(getComputedStyle(list).overflowY)) list = list.parentElement;
    list.scrollTop = 0;
  })()`);
  const busyMs = await workOf(page);
  const before = await busyMs();
  const fling = await scroll(page, 60, loading.height * 0.9, 8_000);
  const perFrame = ((await busyMs()) - before) / fling.times.length;
  const drawn = `list of ${Math.round(fling.height / (pageHeight / 40))} rows, scrolled`;
  frames(drawn, fling, under('p99', 20));
  note(`${drawn}: work of a frame`, ms(perFrame), undefined, { perFrame });

  const times: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    await page.goto(`${product.url}/tickets`);
    await tab(page, /Atendendo/).click();
    await page.getByTestId(`ticket-row-${talkId}`).waitFor();
    const shown = await page.evaluate<number>(`new Promise(resolve => {
      const begun = performance.now();
      const isAtEnd = log => log && log.scrollHeight - log.scrollTop - log.clientHeight < 2
        && log.querySelectorAll('[data-testid^="message-"]').length > 5;
      const look = () => isAtEnd(document.querySelector('[role="log"]'))
        ? requestAnimationFrame(() => resolve(performance.now() - begun)) : requestAnimationFrame(look);
      const row = document.querySelector('[data-testid="ticket-row-${talkId}"]');
      (row.querySelector('a') ?? row).click();
      look();
    })`);
    times.push(shown);
    await bubbles(page).first().waitFor();
  }
  const opened = summarise(
    times,
    times.reduce((sum, time) => sum + time, 0),
  );
  const result = `median ${ms(opened.p50)}, slowest ${ms(Math.max(...times))}`;
  note('conversation of 5,000 messages, opened in the browser', result, under('p50', 300), {
    ...opened,
    times,
  });
  finish();
} finally {
  await browser.close();
  await product.stop();
}
