import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts, phone } from '#start/demo/records.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { phonesOn } from './phones.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, row, rows, tab, write } from './screen.ts';

const { carla, diego } = contacts;
const heitor = { number: '5548911110001', name: 'Heitor Campos' };

describe.skipIf(!chromiumPath())('the simulator of phones', () => {
  let product: Product;
  let browser: Browser;
  let street: Person;
  let ana: Person;
  let phones: ReturnType<typeof phonesOn>;

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    street = await openWindow(browser);
    phones = phonesOn(street.page);
    ana = await openWindow(browser);
    await logIn(street.page, product.url, 'bruno@demo.local', demoPassword);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
    await tab(ana.page, /Aguardando/).click();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('is for who is logged in only, screen and data', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.url}/simulador`);
    await page.waitForURL(/\/login/);
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    await context.close();

    const paths = ['contacts', 'phones', 'events', `contacts/${carla.number}/messages`];
    for (const path of paths) {
      const answer = await fetch(`${product.url}/api/simulator/${path}`);
      await answer.body?.cancel();
      expect(answer.status, path).toBe(401);
    }
  });

  it('shows every contact with the conversation as the contact sees it', async () => {
    await street.page.getByRole('link', { name: 'Simulador' }).click();
    for (const { name } of Object.values(contacts)) await phones.device(name).waitFor();
    await phones.device(phone.name).getByText('Conectado').waitFor();
    await phones.shown(carla.name, 'Vocês têm a cafeteira').and(phones.mine(true)).waitFor();
    await phones.shown(carla.name, 'Temos sim, por R$ 129,90').and(phones.mine(false)).waitFor();
  });

  it('adds a contact, once both name and number are good', async () => {
    await street.page.getByRole('button', { name: 'Adicionar contato' }).click();
    const dialog = street.page.getByRole('dialog', { name: 'Adicionar contato' });
    await dialog.getByLabel('Nome').fill('H');
    await dialog.getByLabel('Número').fill('123');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.getByText('Mínimo 2 caracteres').waitFor();
    await dialog.getByText('Mínimo 8 Caracteres').waitFor();
    expect(await phones.device(heitor.name).count()).toBe(0);

    await dialog.getByLabel('Nome').fill(heitor.name);
    await dialog.getByLabel('Número').fill('+55 (48) 91111-0001');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await phones.device(heitor.name).waitFor();
    expect(await street.page.getByTestId(`phone-${heitor.number}`).count()).toBe(1);
  });

  it('has who is saved on the company’s phone imported from its address book', async () => {
    const { page } = street;
    await phones
      .device(heitor.name)
      .getByRole('button', { name: `Ações do telefone de ${heitor.name}` })
      .click();
    await page.getByRole('menuitem', { name: `Salvar na agenda de ${phone.name}` }).click();
    await page.getByRole('link', { name: 'Contatos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importar contatos da agenda' });
    const imported = dialog.getByText('Importação concluída');
    await expect
      .poll(
        async () => {
          // WhatsApp tells the connection of it a moment later.
          await page.getByRole('button', { name: 'Importar da agenda' }).click();
          await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
          await imported.or(dialog.getByRole('alert')).waitFor();
          const answer = await imported.isVisible();
          await page.keyboard.press('Escape');
          return answer;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    await page.getByRole('row', { name: heitor.name }).waitFor();
    await page.getByRole('link', { name: 'Simulador' }).click();
    await phones.device(heitor.name).waitFor();
  });

  it('makes what a contact writes a waiting ticket in the window of an attendant', async () => {
    await row(ana.page, diego.name).waitFor();
    const before = await rows(ana.page).count();
    await phones.writeAs(heitor.name, 'vocês abrem no feriado?');
    await phones.device(heitor.name).getByRole('textbox').blur();
    await row(ana.page, heitor.name).getByText('vocês abrem no feriado?').waitFor();
    expect(await rows(ana.page).count()).toBe(before + 1);
    await phones.shown(heitor.name, 'vocês abrem no feriado?').and(phones.status('delivered')).waitFor();
  });

  it('ticks a message of the contact as read when the attendant sees it', async () => {
    const question = phones.shown(heitor.name, 'vocês abrem no feriado?');
    expect(await question.getByRole('img', { name: 'Lida' }).count()).toBe(0);
    await row(ana.page, heitor.name)
      .getByRole('button', { name: `Aceitar ${heitor.name}` })
      .click();
    await bubble(ana.page, 'vocês abrem no feriado?').waitFor();
    await question.and(phones.status('read')).waitFor();
    await question.getByRole('img', { name: 'Lida' }).waitFor();
  });

  it('shows the answer on the phone, and ticks it once the contact looks at it', async () => {
    await write(ana.page, 'Abrimos, das 9h às 13h.');
    const answer = bubble(ana.page, 'Abrimos, das 9h às 13h.');
    const onPhone = phones.shown(heitor.name, 'Abrimos, das 9h às 13h.').and(phones.mine(false));
    await onPhone.locator('strong').getByText('Ana:', { exact: true }).waitFor();
    await answer.and(ana.page.locator('[data-state="delivered"]')).waitFor();
    await phones.device(heitor.name).getByRole('textbox').focus();
    await answer.and(ana.page.locator('[data-state="read"]')).waitFor();
  });

  it('answers, reacts, edits and deletes on both phones', async () => {
    await phones.openChat(phone.name, carla.name);
    await phones.act(carla.name, 'Temos sim', 'Responder');
    await phones.writeAs(carla.name, 'Quero uma');
    await phones.shown(phone.name, 'Quero uma').getByText('Temos sim').waitFor();
    await phones.act(carla.name, 'Quero uma', 'Editar');
    await phones.device(carla.name).getByRole('textbox').fill('Quero duas');
    await street.page.keyboard.press('Enter');
    await phones.shown(phone.name, 'Quero duas').getByText('editada').waitFor();
    await phones.act(carla.name, 'Passo aí', 'Reagir com 👍');
    const reaction = phones.shown(phone.name, 'Passo aí').getByRole('img', { name: 'Reações: 👍' });
    await reaction.waitFor();
    await phones.act(carla.name, 'Passo aí', 'Tirar 👍');
    await reaction.waitFor({ state: 'detached' });
    await phones.act(carla.name, 'Quero duas', 'Apagar para todos');
    await phones.shown(phone.name, 'Mensagem apagada').waitFor();
    await phones.shown(phone.name, 'Quero duas').waitFor({ state: 'detached' });
  });

  it('sends every kind of content, seen by the company', async () => {
    const dialog = street.page.getByRole('dialog');
    const company = phones.device(phone.name).getByRole('log');
    await phones.attach(carla.name, 'Foto de exemplo');
    await company.getByRole('button', { name: 'Foto', exact: true }).locator('img').waitFor();
    await phones.attach(carla.name, 'Figurinha');
    await company.getByRole('img', { name: 'Figurinha' }).waitFor();
    await phones.attach(carla.name, 'Localização');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await company.getByText('Avenida Paulista, 1578').waitFor();
    await phones.attach(carla.name, 'Contato');
    await dialog.getByRole('combobox', { name: 'Contato' }).click();
    await street.page.getByRole('option', { name: diego.name }).click();
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await phones.shown(phone.name, diego.name).waitFor();
    const file = { name: 'orçamento.txt', mimeType: 'text/plain', buffer: Buffer.from('duas cafeteiras') };
    await phones.device(carla.name).getByTestId('pick-document').setInputFiles(file);
    await company.getByRole('link', { name: 'Baixar orçamento.txt' }).waitFor();
  });

  it('plays a voice note', async () => {
    await phones.attach(carla.name, 'Mensagem de voz de exemplo');
    const note = phones.device(phone.name).getByRole('log');
    const position = note.getByRole('slider', { name: 'Posição na mensagem de voz' });
    await expect.poll(() => position.getAttribute('aria-valuetext')).toBe('0:00 / 0:02');
    await note.getByRole('button', { name: 'Ouvir' }).click();
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  });

  it('shows on the company’s phone that a contact types, until it stops', async () => {
    await phones.device(carla.name).getByRole('textbox').pressSequentially('hm');
    const sign = phones.device(phone.name).getByText('digitando…');
    await sign.waitFor();
    await phones.device(carla.name).getByRole('textbox').blur();
    await sign.waitFor({ state: 'detached' });
    await phones.device(carla.name).getByRole('textbox').fill('');
  });

  it('rings on the company’s phone and stops when it is declined', async () => {
    await phones
      .device(diego.name)
      .getByRole('button', { name: `Ligar para ${phone.name}` })
      .click();
    await phones.device(diego.name).getByText(`Ligando para ${phone.name}…`).waitFor();
    await phones
      .device(phone.name)
      .getByRole('button', { name: `Recusar ${diego.name}` })
      .click();
    await phones.device(diego.name).getByText(`Ligando para ${phone.name}…`).waitFor({ state: 'detached' });
  });

  it('leaves no complaint in the browsers', () => {
    expect([...street.errors, ...ana.errors]).toEqual([]);
  });
});
