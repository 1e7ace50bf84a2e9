import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts } from '#start/demo/records.ts';
import { login } from './api.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person, wide } from './browser.ts';
import { type Language, languages, untranslated } from './languages.ts';
import { faults } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, input, row } from './screen.ts';

describe.skipIf(!chromiumPath())('tags and quick messages', () => {
  let product: Product;
  let browser: Browser;
  let admin: Person;
  let ana: Person;

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

  const record = (page: Page, name: string) => page.getByTestId(/^record-/).filter({ hasText: name });
  const dialog = (page: Page) => page.getByRole('dialog');
  const go = async (page: Page, screen: string) => {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: screen }).waitFor();
  };
  const gone = (page: Page, name: string) => record(page, name).waitFor({ state: 'detached' });

  it('a tag is made by keys alone, and stands on another screen at once', async () => {
    for (const { page } of [admin, ana]) {
      await go(page, 'Tags');
      await page.getByText('Nenhuma tag ainda.').waitFor();
    }
    const { page } = admin;
    expect(await page.title()).toMatch(/Tags · Balcão$/);
    await page.getByRole('button', { name: 'Adicionar tag' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.type('VI');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Mensagem muito curta').waitFor();
    await page.keyboard.type('P da loja');
    await page.keyboard.press('Enter');
    await record(page, 'VIP da loja').waitFor();
    await record(ana.page, 'VIP da loja').waitFor();

    await page.getByRole('button', { name: 'Adicionar tag' }).click();
    await dialog(page).getByLabel('Nome').fill('vip da LOJA');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Já existe uma tag com este nome').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('its count leads to the search for its tickets', async () => {
    const caller = await login(product.url, 'ana@demo.local', demoPassword);
    const { body: tickets } = await caller.tickets('?status=open');
    const carla = tickets.tickets.find(({ contact }) => contact.name === contacts.carla.name);
    const { body: tags } = await caller.call<{ id: string }[]>('GET', '/tags/list');
    const synced = await caller.call('POST', '/tags/sync', { body: { ticketId: carla?.id, tags } });
    expect(synced.status).toBe(200);
    const { page } = ana;
    await page.evaluate(forgetSession);
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    await go(page, 'Tags');
    await page.getByRole('link', { name: '1 ticket com a tag VIP da loja' }).click();
    await page.waitForURL(/\/tickets\?tag=/);
    await row(page, contacts.carla.name).waitFor();
    await go(page, 'Tags');
  });

  it('is renamed and removed before the eyes of others', async () => {
    const { page } = admin;
    await record(page, 'VIP da loja').focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('Nome').fill('Cliente fiel');
    await page.keyboard.press('Enter');
    await record(page, 'Cliente fiel').waitFor();
    await record(ana.page, 'Cliente fiel').waitFor();
    await page.getByRole('button', { name: 'Excluir: Cliente fiel' }).click();
    await dialog(page).getByText('Deseja realmente excluir este registro?').waitFor();
    await dialog(page).getByRole('button', { name: 'Excluir' }).click();
    for (const each of [page, ana.page]) await gone(each, 'Cliente fiel');
  });

  it('a quick message is its owner’s, and one of the company everybody’s at once', async () => {
    for (const { page } of [admin, ana]) await go(page, 'Respostas rápidas');
    const make = async (page: Page, shortcode: string, message: string, isShared = false) => {
      await page.getByRole('button', { name: 'Adicionar resposta rápida' }).click();
      await dialog(page).getByLabel('Atalho').fill(shortcode);
      await dialog(page).getByLabel('Mensagem').fill(message);
      if (isShared) await dialog(page).getByLabel('Para toda a empresa').check({ force: true });
      await dialog(page).getByRole('button', { name: 'Salvar' }).click();
      await record(page, shortcode).waitFor();
    };
    await make(ana.page, 'pix', 'Nossa chave Pix é o CNPJ.');
    await make(admin.page, 'endereco', 'Rua das Flores, 12, Centro.', true);
    await record(ana.page, 'endereco').getByText('Empresa').waitFor();
    expect(await record(ana.page, 'endereco').getByRole('button').count()).toBe(0);
    expect(await record(admin.page, 'pix').count()).toBe(0);

    await go(ana.page, 'Atendimentos');
    await row(ana.page, contacts.carla.name).click();
    await input(ana.page).pressSequentially('/end');
    await ana.page.getByRole('option', { name: /endereco/ }).waitFor();
    await ana.page.keyboard.press('Enter');
    expect(await input(ana.page).inputValue()).toBe('Rua das Flores, 12, Centro.');
    await input(ana.page).fill('');
    await go(ana.page, 'Respostas rápidas');
  });

  it('the file of a quick message goes along with its text, and is replaced and taken away', async () => {
    const { page } = ana;
    const edit = async (fill: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Editar: pix' }).click();
      await fill();
      await dialog(page).getByRole('button', { name: 'Salvar' }).click();
      await dialog(page).waitFor({ state: 'detached' });
    };
    const choose = (name: string, text: string) =>
      dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    const attachment = (name: string) => page.getByRole('link', { name: `Abrir o anexo ${name}` });
    await edit(() => choose('chave.txt', 'um'));
    await attachment('chave.txt').waitFor();
    await edit(() => choose('Chave Pix da loja.txt', '12.345.678/0001-90'));
    await attachment('Chave Pix da loja.txt').waitFor();

    await go(page, 'Atendimentos');
    await row(page, contacts.carla.name).click();
    await input(page).pressSequentially('/pix');
    await page.getByRole('option', { name: /pix/ }).click();
    await page.getByTestId('linked-file').getByText('Chave Pix da loja.txt').waitFor();
    await page.reload();
    await page.getByTestId('linked-file').waitFor();
    const sent: string[] = [];
    page.on('request', request => {
      if (request.method() === 'POST' && request.url().includes('/messages/'))
        sent.push(request.postData() ?? '');
    });
    await input(page).press('Enter');
    const document = bubble(page, 'Nossa chave Pix é o CNPJ.').getByTestId('document');
    await document.getByText('Chave Pix da loja.txt').waitFor();
    expect(await page.getByTestId('linked-file').count()).toBe(0);
    await bubble(page, 'Nossa chave Pix é o CNPJ.')
      .getByRole('img', { name: /Enviada|Entregue|Lida/ })
      .waitFor();
    expect(await bubble(page, 'Nossa chave Pix é o CNPJ.').count()).toBe(1);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('mediaPath');
    const address = await document.getAttribute('href');
    expect(await (await fetch(`${product.url}${address}`)).text()).toBe('12.345.678/0001-90');

    await go(page, 'Respostas rápidas');
    await edit(() => dialog(page).getByRole('button', { name: 'Remover Chave Pix da loja.txt' }).click());
    await attachment('Chave Pix da loja.txt').waitFor({ state: 'detached' });
    expect((await fetch(`${product.url}${address}`)).status).toBe(200);
  });

  const looks = [
    { name: 'wide and light', viewport: wide, colorScheme: 'light' },
    { name: 'narrow and dark', viewport: narrow, colorScheme: 'dark' },
  ] as const;
  it.each(looks)('have no serious accessibility fault, $name', async ({ viewport, colorScheme }) => {
    const { page } = admin;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of ['/tags', '/quick-messages']) {
      await page.goto(`${product.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Nenhuma tag ainda.').or(record(page, 'endereco')).waitFor();
      expect(await faults(page), path).toEqual([]);
      await page
        .getByRole('button', { name: /^Adicionar/ })
        .first()
        .click();
      await dialog(page).waitFor();
      expect(await faults(page), `the form of ${path}`).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
  });

  it.each(['en', 'es'] satisfies Language[])('say nothing in Portuguese in %s', async language => {
    const { page } = admin;
    await page.setViewportSize(wide);
    await page.evaluate(`localStorage.setItem('language', '${language}')`);
    const { tags, quickMessages, records } = languages[language];
    for (const [path, add] of [
      ['/tags', tags.add],
      ['/quick-messages', quickMessages.add],
    ] as const) {
      await page.goto(`${product.url}${path}`);
      await page.getByRole('button', { name: add }).first().click();
      await dialog(page).getByRole('button', { name: records.save }).click();
      await dialog(page).getByText(records.required).first().waitFor();
      expect(await untranslated(page, language), path).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
  });

  it('leave no error in the console', () => {
    expect([...admin.errors, ...ana.errors]).toEqual([]);
  });
});

/** The login by the API has ended the session of the page. */
const forgetSession = 'localStorage.clear()';
