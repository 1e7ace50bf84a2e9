import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArgs, chromiumPath } from '../chromium.ts';
import { watchForFailure } from './watched-pages.ts';

export { chromiumPath };

export const openBrowser = (): Promise<Browser> => {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('there is no Chromium on this machine');
  return chromium.launch({ executablePath, args: chromiumArgs });
};

export const wide = { width: 1440, height: 900 };
export const narrow = { width: 390, height: 844 };

export type Person = { readonly page: Page; readonly context: BrowserContext; readonly errors: string[] };

/** A person in front of a window of their own, with what the page's console complained about. */
export const openWindow = async (
  browser: Browser,
  options: {
    viewport?: { width: number; height: number };
    colorScheme?: 'light' | 'dark';
    locale?: string;
  } = {},
): Promise<Person> => {
  const context = await browser.newContext({
    viewport: options.viewport ?? wide,
    colorScheme: options.colorScheme ?? 'light',
    locale: options.locale ?? 'pt-BR',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  watchForFailure(page);
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(String(error)));
  return { page, context, errors };
};

/** Logs in through the screen and waits for the tickets screen. */
export const logIn = async (page: Page, url: string, email: string, password: string): Promise<void> => {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(/\/tickets/);
};
