import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Shown, SimulatorClient } from '#simulator/testing/simulator-client.ts';
import { phone } from '#start/demo/records.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, bubbles, input, row, tab, write } from './screen.ts';

const helena = { number: '5571977770008', name: 'Helena Prado' };
const pictures = process.env.PICTURES;

if (!chromiumPath()) console.warn('browser stories are left out: there is no Chromium on this machine');

describe.skipIf(!chromiumPath())('what an attendant does to messages', () => {
  let product: Product;
  let browser: Browser;
  let simulator: SimulatorClient;
  let ana: Person;
  let admin: Person;

  beforeAll(async () => {
    product = await startProduct();
    simulator = new SimulatorClient(product.simulatorUrl);
    await simulator.post('/contacts', helena);
    browser = await openBrowser();
    ana = await openWindow(browser);
    admin = await openWindow(browser);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
    await simulator.write(helena.number, { to: phone.number, text: 'Vocês têm bolo de fubá?' });
    await tab(ana.page, /Aguardando/).click();
    await row(ana.page, helena.name).hover();
    await ana.page.getByRole('button', { name: `Aceitar ${helena.name}` }).click();
    await ana.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await admin.page.goto(ana.page.url());
    await bubble(admin.page, 'Vocês têm bolo de fubá?').waitFor();
  });
  afterEach(() => simulator.remove('/faults'));
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const picture = async (page: Page, name: string): Promise<void> => {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name}.png` });
  };
  const onPhone = (fits: (message: Shown) => boolean) =>
    simulator.untilShown(helena.number, phone.number, all => all.some(fits));
  const menuOf = async (page: Page, text: string): Promise<void> => {
    await bubble(page, text).first().hover();
    await bubble(page, text).first().getByRole('button', { name: 'Opções da mensagem' }).click();
    // The menu has the focus a moment after it is there.
    await page.locator('[role=menu]:focus-within').waitFor();
  };
  const focused = (page: Page, name: string) =>
    page.getByRole('menuitem', { name }).and(page.locator(':focus'));
  const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();
  const arrived = (page: Page, text: string) =>
    bubble(page, text)
      .getByRole('img', { name: /Enviad|Entregue|Lid/ })
      .waitFor();

  it('answers a message: the quote is on both screens and on the phone', async () => {
    const { page } = ana;
    await menuOf(page, 'bolo de fubá');
    await picture(page, 'menu');
    await choose(page, 'Responder');
    await page.getByRole('note', { name: 'Respondendo a' }).waitFor();
    await picture(page, 'quote-bar');
    await page.locator('textarea:focus').waitFor();
    await write(page, 'Temos, saiu agora');
    await bubble(page, 'Temos, saiu agora').getByText('Vocês têm bolo de fubá?').waitFor();
    await page.getByRole('note', { name: 'Respondendo a' }).waitFor({ state: 'detached' });
    await bubble(admin.page, 'Temos, saiu agora').getByText('Vocês têm bolo de fubá?').waitFor();
    await onPhone(({ text, quoted }) => text === '*Ana:*\nTemos, saiu agora' && quoted !== undefined);
    await arrived(page, 'Temos, saiu agora');
  });

  it('leaves the quote with Escape', async () => {
    const { page } = ana;
    await menuOf(page, 'Temos, saiu agora');
    await choose(page, 'Responder');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('note').waitFor({ state: 'detached' });
  });

  it('reacts, by keyboard alone, and takes it back', async () => {
    const { page } = ana;
    const opener = bubble(page, 'Vocês têm bolo de fubá?').first().getByRole('button', {
      name: 'Opções da mensagem',
    });
    await opener.focus();
    await page.keyboard.press('Enter');
    // The menu gives its first entry the focus a moment after it is there.
    await focused(page, 'Reagir com 👍').waitFor();
    await page.keyboard.press('ArrowDown');
    await focused(page, 'Reagir com ❤️').waitFor();
    await page.keyboard.press('Enter');
    await bubble(page, 'Vocês têm bolo de fubá?').first().getByRole('img', { name: 'Reações' }).waitFor();
    await bubble(admin.page, 'Vocês têm bolo de fubá?').first().getByText('❤️').waitFor();
    await onPhone(({ reactions }) => reactions.some(({ emoji }) => emoji === '❤️'));
    await input(page).and(page.locator(':focus')).waitFor();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Mais emojis' }).click();
    await picture(page, 'emojis');
    await page.getByRole('menuitem', { name: 'Retirar a reação ❤️' }).click();
    await onPhone(({ text, reactions }) => text.startsWith('Vocês') && reactions.length === 0);
    await bubble(page, 'Vocês têm bolo de fubá?').first().getByText('❤️').waitFor({ state: 'detached' });
  });

  it('edits a text: new words and the mark are on both screens and on the phone', async () => {
    const { page } = ana;
    await write(page, 'Custa 20 reas');
    await arrived(page, 'Custa 20 reas');
    await input(page).fill('rascunho');
    await menuOf(page, 'Custa 20 reas');
    await choose(page, 'Editar');
    await page.getByRole('note', { name: 'Editando a mensagem' }).waitFor();
    expect(await input(page).inputValue()).toBe('Custa 20 reas');
    await input(page).fill('Custa 20 reais');
    await picture(page, 'edit');
    await page.keyboard.press('Enter');
    for (const screen of [page, admin.page])
      await bubble(screen, 'Custa 20 reais').getByText('editada', { exact: false }).waitFor();
    await onPhone(({ text, edited }) => edited && text === '*Ana:*\nCusta 20 reais');
    expect(await input(page).inputValue()).toBe('rascunho');
    await input(page).fill('');
  });

  it('shows what waits while it is on its way, and the old words when WhatsApp refuses', async () => {
    const { page } = ana;
    await simulator.post('/faults', { dropAcks: true });
    await menuOf(page, 'Custa 20 reais');
    await choose(page, 'Editar');
    await input(page).fill('Custa 25 reais');
    await page.keyboard.press('Enter');
    await bubble(page, 'Custa 25 reais').getByText('Edição a caminho').waitFor();
    await picture(page, 'edit-on-its-way');
    await simulator.post('/faults', { dropAcks: false, ackError: '479' });
    await bubble(page, 'Custa 20 reais').getByText('A edição não foi feita.', { exact: false }).waitFor();
    await bubble(page, 'Custa 20 reais').getByText('código 479', { exact: false }).waitFor();
    await picture(page, 'edit-refused');
    await simulator.remove('/faults');
    await bubble(page, 'Custa 20 reais').getByRole('button', { name: 'Tentar de novo' }).click();
    await bubble(page, 'Custa 25 reais').waitFor();
    await onPhone(({ text }) => text === '*Ana:*\nCusta 25 reais');
  });

  it('deletes for everyone only what is own, after asking', async () => {
    const { page } = ana;
    await menuOf(page, 'Vocês têm bolo de fubá?');
    expect(await page.getByRole('menuitem', { name: 'Apagar para todos' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await write(page, 'Mensagem errada');
    await arrived(page, 'Mensagem errada');
    await menuOf(page, 'Mensagem errada');
    await choose(page, 'Apagar para todos');
    await page.getByRole('dialog').getByText('some da conversa', { exact: false }).waitFor();
    await picture(page, 'delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar para todos' }).click();
    for (const screen of [page, admin.page]) {
      await bubble(screen, 'Mensagem errada').waitFor({ state: 'detached' });
      await bubbles(screen).getByText('Mensagem apagada').waitFor();
    }
    await onPhone(({ revoked }) => revoked);
  });

  it('sends a refused message again as the same one', async () => {
    const { page } = ana;
    await simulator.post('/faults', { ackError: '463', ackErrorTimes: 1 });
    await write(page, 'Pode vir buscar');
    const failed = bubble(page, 'Pode vir buscar').filter({ hasText: 'Não foi enviada' });
    await failed.getByText('código 463', { exact: false }).waitFor();
    await picture(page, 'failed');
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await arrived(page, 'Pode vir buscar');
    expect(await bubble(page, 'Pode vir buscar').count()).toBe(1);
    const shown = await simulator.shown(helena.number, phone.number);
    expect(shown.filter(({ text }) => text === '*Ana:*\nPode vir buscar')).toHaveLength(1);
  });

  it('keeps what is written while the connection is down, and says that it waits', async () => {
    const { page } = ana;
    await simulator.post('/faults', { refuseLogin: 503, closeWith: 'cut' });
    await write(page, 'Estamos abertos até as 18h');
    await bubble(page, 'Estamos abertos até as 18h').getByRole('img', { name: 'Na fila de envio' }).waitFor();
    await picture(page, 'waiting');
    await simulator.remove('/faults');
    await arrived(page, 'Estamos abertos até as 18h');
  });

  it('works on a narrow screen', async () => {
    await ana.page.setViewportSize(narrow);
    await menuOf(ana.page, 'Custa 25 reais');
    await picture(ana.page, 'narrow-menu');
    await ana.page.keyboard.press('Escape');
    expect(ana.errors).toEqual([]);
    expect(admin.errors).toEqual([]);
  });
});
