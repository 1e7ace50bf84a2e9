import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone } from '#start/demo/records.ts';
import { addContact, contactPhone } from './api.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, row, tab, write } from './screen.ts';

const gabriela = { number: '5551944440005', name: 'Gabriela Lima' };

/** Lets no change of a ticket go to the server before each of these people has made one. */
const holdUntilAll = async (people: readonly Person[]) => {
  let open = (): void => undefined;
  let waiting = people.length;
  const gate = new Promise<void>(resolve => {
    open = resolve;
  });
  for (const { page } of people)
    await page.route(/\/api\/tickets\/[0-9a-f-]+$/, async route => {
      if (route.request().method() === 'PUT') {
        waiting -= 1;
        if (waiting === 0) open();
        await gate;
      }
      await route.continue();
    });
};

if (!chromiumPath()) console.warn('browser stories are left out: there is no Chromium on this machine');

describe.skipIf(!chromiumPath())('one WhatsApp message, all the way', () => {
  let product: Product;
  let browser: Browser;
  let ana: Person;
  let bruno: Person;
  let device: ReturnType<typeof contactPhone>;

  beforeAll(async () => {
    product = await startProduct();
    await addContact(product.simulatorUrl, gabriela);
    device = contactPhone(product.simulatorUrl, gabriela.number, phone.number);
    browser = await openBrowser();
    ana = await openWindow(browser);
    bruno = await openWindow(browser);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
    await logIn(bruno.page, product.url, 'bruno@demo.local', demoPassword);
    for (const { page } of [ana, bruno]) await tab(page, /Aguardando/).click();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('shows a pending ticket to every attendant who may see it', async () => {
    for (let n = 1; n <= 55; n++) await device.write(`pergunta ${n}`);
    for (const { page } of [ana, bruno]) {
      await row(page, gabriela.name).getByText('pergunta 55', { exact: true }).waitFor();
      await row(page, gabriela.name).getByTestId('unread').getByText('55').waitFor();
    }
  });

  it('opens the conversation for who accepts, with history that loads by scrolling', async () => {
    await row(ana.page, gabriela.name).hover();
    await ana.page.getByRole('button', { name: `Aceitar ${gabriela.name}` }).click();
    await ana.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await bubble(ana.page, 'pergunta 55').waitFor();
    await row(bruno.page, gabriela.name).waitFor({ state: 'detached' });

    const log = ana.page.getByRole('log');
    await log.hover();
    for (
      let turn = 0;
      turn < 40 &&
      (await bubble(ana.page, 'pergunta 1')
        .filter({ hasText: /pergunta 1\D/ })
        .count()) === 0;
      turn++
    ) {
      await ana.page.mouse.wheel(0, -1200);
      await ana.page.evaluate(
        'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))',
      );
    }
    await bubble(ana.page, 'pergunta 2').first().waitFor();
    await log.evaluate(element => element.scrollTo(0, element.scrollHeight));
  });

  it('carries the answer to the phone, and its ticks back', async () => {
    await write(ana.page, 'Oi, Gabriela! Já respondo.');
    const answer = bubble(ana.page, 'Oi, Gabriela! Já respondo.');
    await answer.and(ana.page.locator('[data-state="delivered"]')).waitFor();
    expect(
      (await device.shown()).filter(each => each.text === '*Ana:*\nOi, Gabriela! Já respondo.'),
    ).toHaveLength(1);
    await device.open();
    await answer.and(ana.page.locator('[data-state="read"]')).waitFor();
  });

  it('shows the reply in the open conversation, already read', async () => {
    await device.write('obrigada, aguardo');
    await bubble(ana.page, 'obrigada, aguardo').waitFor();
    await tab(ana.page, /Atendendo/).click();
    await row(ana.page, gabriela.name).getByText('obrigada, aguardo').waitFor();
    await row(ana.page, gabriela.name).getByTestId('unread').waitFor({ state: 'detached' });
  });

  it('resolves, and opens one new pending ticket when the contact writes again', async () => {
    await ana.page.getByRole('button', { name: 'Resolver' }).click();
    await tab(ana.page, /Fechados/).click();
    await row(ana.page, gabriela.name).getByText('Fechado').waitFor();

    await device.write('só mais uma coisa');
    await row(bruno.page, gabriela.name).getByText('só mais uma coisa').waitFor();
    expect(await row(bruno.page, gabriela.name).count()).toBe(1);
  });

  it('gives a ticket to one of two who accept in the same instant, and tells the other who', async () => {
    await tab(ana.page, /Abertos/).click();
    await tab(ana.page, /Aguardando/).click();
    await row(ana.page, gabriela.name).waitFor();
    const before = { ana: ana.page.url(), bruno: bruno.page.url() };
    const people = [ana, bruno];
    await holdUntilAll(people);
    const accept = ({ page }: Person) =>
      page.getByRole('button', { name: `Aceitar ${gabriela.name}` }).dispatchEvent('click');
    await Promise.all(people.map(accept));

    const refusal = (page: Page, winner: string) =>
      page
        .getByText(new RegExp(`${winner} aceitou às \\d{2}:\\d{2}`))
        .first()
        .waitFor();
    const winner = await Promise.any([
      refusal(bruno.page, 'Ana').then(() => ana),
      refusal(ana.page, 'Bruno').then(() => bruno),
    ]);
    await winner.page.waitForURL(url => url.href !== (winner === ana ? before.ana : before.bruno));
    await bubble(winner.page, 'só mais uma coisa').waitFor();
  });

  it('returns to pending and reopens from closed', async () => {
    const [holder, other] =
      (await bubble(ana.page, 'só mais uma coisa').count()) > 0 ? [ana, bruno] : [bruno, ana];
    await holder.page.getByRole('button', { name: 'Retornar' }).click();
    await tab(other.page, /Aguardando/).click();
    await row(other.page, gabriela.name).waitFor();
    await other.page.getByRole('button', { name: `Aceitar ${gabriela.name}` }).dispatchEvent('click');
    await other.page.getByRole('button', { name: 'Resolver' }).click();
    await other.page.getByRole('button', { name: 'Reabrir' }).click();
    const dialog = other.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Fila' }).or(dialog.getByLabel('Fila')).first().click();
    await other.page.getByRole('option', { name: 'Vendas' }).click();
    await dialog.getByRole('button', { name: 'Reabrir' }).click();
    await tab(holder.page, /Abertos/).click();
    await tab(holder.page, /Aguardando/).click();
    await row(holder.page, gabriela.name).getByText('Vendas').waitFor();
  });

  it('leaves no complaint in the browsers', () => {
    expect([...ana.errors, ...bruno.errors]).toEqual([]);
  });
});
