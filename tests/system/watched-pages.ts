import type { Page } from 'playwright-core';

const shownCharacters = 1_500;
const lastLines = 20;

type Watched = { readonly page: Page; readonly lines: string[] };
const watched = new Set<Watched>();

/** Notes what a page says and which calls fail, to be told of when a test fails: elsewhere nobody can look at it. */
export const watchForFailure = (page: Page): void => {
  const entry: Watched = { page, lines: [] };
  const note = (line: string): void => {
    entry.lines.push(`${new Date().toISOString().slice(11, 23)} ${line}`);
    if (entry.lines.length > lastLines) entry.lines.shift();
  };
  page.on('console', message => note(`${message.type()}: ${message.text()}`));
  page.on('pageerror', error => note(`error: ${error}`));
  page.on('framenavigated', frame => note(`at ${frame.url()}`));
  page.on('requestfailed', request => note(`failed: ${request.method()} ${request.url()}`));
  page.on('response', response => {
    if (response.status() >= 400)
      note(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  page.on('close', () => watched.delete(entry));
  watched.add(entry);
};

/** What each open page shows, where it is, and the last that it said. */
export const reportPages = (): Promise<string[]> =>
  Promise.all(
    [...watched].map(async ({ page, lines }) => {
      const text = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch(error => `(cannot be read: ${error})`);
      const shown = text.replace(/\s*\n\s*/g, ' | ').slice(0, shownCharacters);
      return [`${page.url()} shows: ${shown}`, ...lines].join('\n');
    }),
  );
