import type { Browser, Keyboard, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts, phone } from '#start/demo/records.ts';
import { addContact, contactPhone } from './api.ts';
import { chromiumPath, openBrowser, openWindow } from './browser.ts';
import { faults } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, input, row, rows, tab } from './screen.ts';

const { carla } = contacts;
const jonas = { number: '5511933330010', name: 'Jonas Pires' };

describe.skipIf(!chromiumPath())('the keyboard alone', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let keyboard: Keyboard;
  let errors: string[];

  beforeAll(async () => {
    product = await startProduct();
    await addContact(product.simulatorUrl, jonas);
    await contactPhone(product.simulatorUrl, jonas.number, phone.number).write('tem entrega hoje?');
    browser = await openBrowser();
    ({ page, errors } = await openWindow(browser));
    keyboard = page.keyboard;
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const focused = (what: Locator): Locator => what.and(page.locator(':focus'));

  it('logs in and gets to the waiting tickets', async () => {
    await page.goto(`${product.url}/login`);
    await focused(page.getByLabel('E-mail')).waitFor();
    await keyboard.type('ana@demo.local');
    await keyboard.press('Tab');
    await keyboard.type(demoPassword);
    await keyboard.press('Enter');
    await page.waitForURL(/\/tickets/);
    await row(page, carla.name).waitFor();

    const mine = focused(tab(page, /Atendendo/));
    for (let turn = 0; turn < 30 && (await mine.count()) === 0; turn++) await keyboard.press('Tab');
    expect(await mine.count()).toBe(1);
    await keyboard.press('ArrowRight');
    await row(page, jonas.name).waitFor();
  });

  it('goes up and down the list with j and k', async () => {
    const current = focused(rows(page));
    const at = async () => Number(await current.getAttribute('data-index'));
    await keyboard.press('j');
    await current.waitFor();
    expect(await at()).toBe(0);
    await keyboard.press('j');
    await expect.poll(at).toBe(1);
    await keyboard.press('k');
    await expect.poll(at).toBe(0);
    await focused(row(page, jonas.name)).waitFor();
  });

  it('peeks with Enter, and is back on the row after Esc', async () => {
    await keyboard.press('Enter');
    const peek = page.getByRole('dialog', { name: `Espiar conversa de ${jonas.name}` });
    await peek.getByText('tem entrega hoje?').waitFor();
    await keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    await focused(row(page, jonas.name)).waitFor();
  });

  it('accepts with a, writes after e and sends with Enter', async () => {
    await keyboard.press('a');
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await bubble(page, 'tem entrega hoje?').waitFor();
    const typing = focused(input(page));
    await typing.waitFor();
    await keyboard.press('Escape');
    await focused(rows(page)).waitFor();
    await keyboard.press('e');
    await typing.waitFor();
    await keyboard.type('Temos, até as 18h.');
    await keyboard.press('Enter');
    await bubble(page, 'Temos, até as 18h.').and(page.locator('[data-state="delivered"]')).waitFor();
  });

  it('writes letters into the message wherever the focus is, and resolves nothing', async () => {
    const words = 'obrigado pela compra, já está a caminho?';
    const typedFrom = async (begin: () => Promise<unknown>): Promise<void> => {
      await begin();
      await keyboard.type(words);
      await expect.poll(() => input(page).inputValue()).toBe(words);
      await focused(input(page)).waitFor();
      await input(page).fill('');
    };
    const place = (await page.getByRole('log').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await typedFrom(() => page.mouse.click(place.x + place.width / 2, place.y + 60));
    await typedFrom(() => page.getByRole('button', { name: 'Transferir' }).focus());
    await typedFrom(async () => {
      await bubble(page, 'tem entrega hoje?').hover();
      await bubble(page, 'tem entrega hoje?').getByRole('button', { name: 'Opções da mensagem' }).click();
      await page.getByRole('menuitem', { name: 'Reagir com 👍' }).click();
      await focused(input(page)).waitFor();
    });
    await typedFrom(async () => {
      await page.getByTestId('file-chooser').setInputFiles({
        ...{ name: 'pedido.txt', mimeType: 'text/plain', buffer: Buffer.from('dois pacotes') },
      });
      await page.getByTestId('send-files').click();
      await focused(input(page)).waitFor();
    });
    expect(await page.getByRole('button', { name: 'Resolver' }).count()).toBe(1);
  });

  it('draws no frame around the conversation that was clicked', async () => {
    const log = page.getByRole('log');
    const frame = () =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('[role=log]')).outlineStyle`);
    const place = (await log.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(place.x + place.width / 2, place.y + 60);
    await keyboard.press('ArrowDown');
    await focused(log).waitFor();
    expect(await frame()).toBe('none');
    await input(page).focus();
    await log.focus();
    await keyboard.press('ArrowDown');
    expect(await frame()).not.toBe('none');
    await input(page).focus();
  });

  it('shows the keys with ? and stays in the conversation', async () => {
    await input(page).focus();
    await keyboard.press('Escape');
    await focused(rows(page)).waitFor();
    await keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await help.waitFor();
    await keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).not.toBe('/tickets');
  });

  it('leaves one thing after the other with Esc, the conversation last', async () => {
    const open = page.url();
    const drawer = page.getByRole('complementary', { name: 'Dados do contato' });
    const toggle = page.getByRole('button', { name: 'Mostrar dados do contato' });
    await toggle.click();
    await drawer.waitFor();
    await drawer.getByRole('button', { name: 'Fechar dados do contato' }).click();
    await focused(toggle).waitFor();
    await toggle.click();
    await drawer.waitFor();
    await input(page).focus();
    await keyboard.press('Escape');
    await focused(rows(page)).waitFor();
    await keyboard.press('Shift+R');
    const quote = page.getByRole('note', { name: 'Respondendo a' });
    await quote.waitFor();
    await focused(input(page)).waitFor();
    await input(page).blur();
    await keyboard.press('Escape');
    await quote.waitFor({ state: 'detached' });
    expect(await drawer.count()).toBe(1);
    await keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(page.url()).toBe(open);
    await keyboard.press('Escape');
    await page.waitForURL(url => url.pathname === '/tickets');
    await input(page).waitFor({ state: 'detached' });
    await page.goBack();
    await focused(input(page)).waitFor();
    await input(page).blur();
  });

  it('takes Ctrl+K and what follows right after Esc, whatever it closed', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const field = focused(page.getByRole('combobox', { name: 'Ir para ou fazer' }));
    await page.getByRole('button', { name: 'Filas', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    for (const words of ['atender', 'de novo']) {
      await keyboard.press('Escape');
      await keyboard.press('Control+k');
      await keyboard.type(words);
      await field.waitFor();
      expect(await field.inputValue()).toBe(words);
    }
    await keyboard.press('Escape');
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('finds and does everything with Ctrl+K, and gives the focus back', async () => {
    await input(page).focus();
    await keyboard.type('sem perder isto');
    await keyboard.press('Control+k');
    const field = focused(page.getByRole('combobox', { name: 'Ir para ou fazer' }));
    await field.waitFor();
    expect(await faults(page)).toEqual([]);
    const marked = page.getByRole('option', { selected: true });
    // Nothing is done by Enter alone.
    await keyboard.press('Enter');
    expect(await marked.count()).toBe(0);
    await keyboard.press('Escape');
    await focused(input(page)).waitFor();
    expect(await input(page).inputValue()).toBe('sem perder isto');
    await input(page).fill('');

    await keyboard.press('Control+k');
    await field.waitFor();
    await keyboard.type('transf');
    await marked.getByText('Transferir').waitFor();
    await keyboard.press('Enter');
    const transfer = page.getByRole('dialog', { name: /^Transferir/ });
    await transfer.waitFor();
    await keyboard.press('Escape');
    await transfer.waitFor({ state: 'detached' });

    await keyboard.press('Control+k');
    await field.waitFor();
    await keyboard.type('jonas');
    await page.getByRole('option', { name: /Jonas Pires.*\+55/ }).waitFor();
    await keyboard.press('ArrowDown');
    await marked.getByText('+55').waitFor();
    await keyboard.press('Enter');
    const start = page.getByRole('dialog', { name: 'Novo ticket' });
    await start.waitFor();
    await keyboard.press('Escape');
    await start.waitFor({ state: 'detached' });
  });

  it('accepts the next one from the palette', async () => {
    const open = page.url();
    await page.keyboard.press('Control+k');
    await keyboard.type('proximo');
    await page.getByRole('option', { selected: true }).getByText('Aceitar o próximo').waitFor();
    await keyboard.press('Enter');
    await expect.poll(() => page.url()).not.toBe(open);
    await page.getByRole('button', { name: 'Resolver' }).waitFor();
    await page.goto(open);
    await input(page).waitFor();
    await keyboard.press('Escape');
  });

  it('resolves with Alt+R in the middle of a word, goes on in the list where it was, and leaves it with Esc', async () => {
    const mine = ['Vitória Lopes', 'Wagner Luz', 'Xênia Prado'];
    for (const [index, name] of mine.entries()) {
      const number = `551193333002${index}`;
      await addContact(product.simulatorUrl, { number, name });
      await contactPhone(product.simulatorUrl, number, phone.number).write(`aqui é ${name}`);
      await tab(page, /Aguardando/).click();
      await row(page, name)
        .getByRole('button', { name: /Aceitar/ })
        .click();
      await page.getByRole('heading', { name }).waitFor();
    }
    await tab(page, /Atendendo/).click();
    await row(page, 'Wagner Luz').getByRole('link').click();
    await page.getByRole('heading', { name: 'Wagner Luz' }).waitFor();
    await focused(input(page)).waitFor();
    await keyboard.type('resolv');
    await keyboard.press('Alt+r');
    await page.getByRole('button', { name: 'Reabrir' }).waitFor();
    await row(page, 'Wagner Luz').waitFor({ state: 'detached' });
    await keyboard.press('j');
    await focused(row(page, 'Vitória Lopes')).waitFor();
    await keyboard.press('k');
    await focused(row(page, 'Xênia Prado')).waitFor();
    await keyboard.press('Escape');
    await page.waitForURL(url => url.pathname === '/tickets');
    expect(errors).toEqual([]);
  });
});
