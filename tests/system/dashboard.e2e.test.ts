import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts } from '#start/demo/records.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person, wide } from './browser.ts';
import { faults } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { row } from './screen.ts';

describe.skipIf(!chromiumPath())('the dashboard', () => {
  let product: Product;
  let browser: Browser;
  let admin: Person;
  let ana: Person;
  /** An instant at which Carla was attended to. */
  let before = '';

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    [admin, ana] = [await openWindow(browser), await openWindow(browser)];
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const figure = async (page: Page, name: string) =>
    Number(((await card(page, name).locator('.figures').textContent()) ?? '').replace(/\D/g, ''));

  it('is where an administrator is led who is in already; others go to the tickets', async () => {
    expect(new URL(admin.page.url()).pathname).toMatch(/^\/tickets/);
    await admin.page.goto(`${product.url}/login`);
    await admin.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(new URL(admin.page.url()).pathname).toBe('/');
    await ana.page.goto(product.url);
    await row(ana.page, contacts.carla.name).waitFor();
    expect(new URL(ana.page.url()).pathname).toMatch(/^\/tickets/);
    expect(await ana.page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
    expect(await ana.page.getByRole('alert').count()).toBe(0);
  });

  it('moves when somebody closes a ticket in another browser', async () => {
    await card(admin.page, 'Finalizados').waitFor();
    before = new Date().toISOString();
    const finished = await figure(admin.page, 'Finalizados');
    await row(ana.page, contacts.carla.name).click();
    await ana.page
      .getByRole('button', { name: /^Resolver/ })
      .first()
      .click();
    await card(admin.page, 'Finalizados')
      .locator('.figures')
      .getByText(String(finished + 1), { exact: true })
      .waitFor();
    await card(admin.page, 'Finalizados').locator('.figures').getByRole('button').click();
    const list = admin.page.getByRole('dialog', { name: 'Finalizados' });
    await list.getByRole('link', { name: contacts.carla.name }).first().waitFor();
    expect(await faults(admin.page)).toEqual([]);
    await admin.page.keyboard.press('Escape');
  });

  it('is seen as it was: the lists and a ticket of an instant, where nothing can be done', async () => {
    const { page } = admin;
    const lists = page.getByRole('region', { name: 'Tickets de então' });
    await page.goto(`${product.url}/replay?at=${new Date().toISOString()}&list=closed`);
    await lists.getByRole('link', { name: contacts.carla.name }).first().waitFor();
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.getByText('Escolha um dia e uma hora para ver').waitFor();
    await page.goto(`${product.url}/replay?at=${before}&list=attending`);
    await page.getByText(/^Você está vendo como estava em \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size);
      expect(await faults(page)).toEqual([]);
    }
    await page.setViewportSize(wide);
    await lists.getByRole('link', { name: contacts.carla.name }).click();
    await page.getByText('Ana aceitou', { exact: false }).first().waitFor();
    await page
      .getByTestId(/^message-/)
      .first()
      .waitFor();
    expect(await page.getByText('Ana resolveu', { exact: false }).count()).toBe(0);
    // Another instant can be chosen, and nothing be written.
    const fields = page.getByRole('textbox');
    expect(await fields.count()).toBe(2);
    for (const name of ['Dia', 'Hora']) await fields.and(page.getByLabel(name)).waitFor();
    for (const size of [narrow, wide]) {
      await page.setViewportSize(size);
      expect(await faults(page)).toEqual([]);
    }
    await page.goBack();
    await lists.getByRole('link', { name: contacts.carla.name }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/replay$/);
    await ana.page.goto(`${product.url}/replay?at=${before}`);
    await ana.page.waitForURL(/\/tickets/);
    expect(admin.errors).toEqual([]);
    await page.goto(product.url);
  });

  it('is without faults for assistive technology, wide and narrow', async () => {
    const { page } = admin;
    await page.getByRole('heading', { name: 'Quando os tickets começam' }).waitFor();
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size);
      expect(await faults(page)).toEqual([]);
    }
  });
});
