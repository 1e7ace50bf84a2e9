import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts } from '#start/demo/records.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, row, rows, tab, write } from './screen.ts';

const heitor = { number: '5548911110001', name: 'Heitor Campos' };

describe.skipIf(!chromiumPath())('the simulator of phones', () => {
  let product: Product;
  let browser: Browser;
  let street: Person;
  let ana: Person;

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    street = await openWindow(browser);
    ana = await openWindow(browser);
    await logIn(street.page, product.url, 'bruno@demo.local', demoPassword);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
    await tab(ana.page, /Aguardando/).click();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const device = (name: string): Locator =>
    street.page.getByRole('listitem', { name: `Telefone de ${name}` });
  const shown = (name: string, text: string): Locator =>
    device(name).getByRole('log').locator('[data-status]').filter({ hasText: text });
  const writeAs = async (name: string, text: string): Promise<void> => {
    await device(name)
      .getByRole('textbox', { name: `Escrever como ${name}` })
      .fill(text);
    await device(name)
      .getByRole('button', { name: `Enviar como ${name}` })
      .click();
  };

  it('is for who is logged in only, screen and data', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.url}/simulador`);
    await page.waitForURL(/\/login/);
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    await context.close();

    const paths = ['contacts', 'phones', 'events', `contacts/${contacts.carla.number}/messages`];
    for (const path of paths) {
      const answer = await fetch(`${product.url}/api/simulator/${path}`);
      await answer.body?.cancel();
      expect(answer.status, path).toBe(401);
    }
  });

  it('shows every contact with the conversation as the contact sees it', async () => {
    await street.page.getByRole('link', { name: 'Simulador' }).click();
    for (const { name } of Object.values(contacts)) await device(name).waitFor();
    const { carla } = contacts;
    await shown(carla.name, 'Vocês têm a cafeteira').and(mine(street.page, true)).waitFor();
    await shown(carla.name, 'Temos sim, por R$ 129,90').and(mine(street.page, false)).waitFor();
  });

  it('adds a contact, once both name and number are good', async () => {
    await street.page.getByRole('button', { name: 'Adicionar contato' }).click();
    const dialog = street.page.getByRole('dialog', { name: 'Adicionar contato' });
    await dialog.getByLabel('Nome').fill('H');
    await dialog.getByLabel('Número').fill('123');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.getByText('Mínimo 2 caracteres').waitFor();
    await dialog.getByText('Mínimo 8 Caracteres').waitFor();
    expect(await device(heitor.name).count()).toBe(0);

    await dialog.getByLabel('Nome').fill(heitor.name);
    await dialog.getByLabel('Número').fill('+55 (48) 91111-0001');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await device(heitor.name).waitFor();
    expect(await street.page.getByTestId(`phone-${heitor.number}`).count()).toBe(1);
  });

  it('makes what a contact writes a waiting ticket in the window of an attendant', async () => {
    await row(ana.page, contacts.diego.name).waitFor();
    const before = await rows(ana.page).count();
    await writeAs(heitor.name, 'vocês abrem no feriado?');
    await row(ana.page, heitor.name).getByText('vocês abrem no feriado?').waitFor();
    expect(await rows(ana.page).count()).toBe(before + 1);
    await shown(heitor.name, 'vocês abrem no feriado?').and(status(street.page, 'delivered')).waitFor();
  });

  it('ticks a message of the contact as read when the attendant sees it', async () => {
    const question = shown(heitor.name, 'vocês abrem no feriado?');
    expect(await question.getByRole('img', { name: 'Lida' }).count()).toBe(0);
    await row(ana.page, heitor.name)
      .getByRole('button', { name: `Aceitar ${heitor.name}` })
      .click();
    await bubble(ana.page, 'vocês abrem no feriado?').waitFor();
    await question.and(status(street.page, 'read')).waitFor();
    await question.getByRole('img', { name: 'Lida' }).waitFor();
  });

  it('shows the answer on the phone, and ticks it once the contact looks at it', async () => {
    await write(ana.page, 'Abrimos, das 9h às 13h.');
    const answer = bubble(ana.page, 'Abrimos, das 9h às 13h.');
    await shown(heitor.name, 'Abrimos, das 9h às 13h.').and(mine(street.page, false)).waitFor();
    await answer.and(ana.page.locator('[data-state="delivered"]')).waitFor();
    await device(heitor.name).getByRole('textbox').blur();
    await device(heitor.name).getByRole('textbox').focus();
    await answer.and(ana.page.locator('[data-state="read"]')).waitFor();
  });

  it('leaves no complaint in the browsers', () => {
    expect([...street.errors, ...ana.errors]).toEqual([]);
  });
});

const status = (page: Page, wanted: string): Locator => page.locator(`[data-status="${wanted}"]`);
const mine = (page: Page, is: boolean): Locator => page.locator(is ? '[data-mine]' : ':not([data-mine])');
