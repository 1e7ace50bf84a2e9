import pg from 'pg';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionView } from '#contracts/views.ts';
import { simulatorCompanyHeader } from '#domain/connection/simulator.ts';
import { chromiumPath, logIn, openWindow, type Person } from './browser.ts';
import { phonesOn } from './phones.ts';
import { faults } from './probes.ts';
import { type Product, startProduct } from './product.ts';
import { bubble, row, tab, write } from './screen.ts';
import { openCompany } from './staff.ts';

const shop = { number: '5511944450001', name: 'Padaria Lopes' };
const lia = { number: '5511944450002', name: 'Lia Prado' };

const picture = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 200, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

describe.skipIf(!chromiumPath())('what happens seldom on WhatsApp', () => {
  let product: Product;
  let browser: Browser;
  let companyId: string;
  let maria: Person;
  let street: Person;
  let phones: ReturnType<typeof phonesOn>;

  beforeAll(async () => {
    product = await startProduct({ env: { DEMO: 'off', SIMULATOR: 'on' } });
    const staff = await openCompany(product);
    ({ companyId } = staff);
    browser = await chromium.launch({
      executablePath: chromiumPath() ?? '',
      args: [
        ...['--no-sandbox', '--disable-gpu', '--no-first-run'],
        ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      ],
    });
    [maria, street] = [await openWindow(browser), await openWindow(browser)];
    await street.context.grantPermissions(['microphone'], { origin: product.url });
    phones = phonesOn(street.page);
    await logIn(maria.page, product.url, staff.maria.email, staff.maria.password);
    await logIn(street.page, product.url, staff.bia.email, staff.bia.password);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const simulator = async (method: string, path: string, body?: object): Promise<void> => {
    const headers = { 'content-type': 'application/json', [simulatorCompanyHeader]: companyId };
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
    const answer = await fetch(`${product.simulatorUrl}${path}`, init);
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`simulator answered ${answer.status} to ${method} ${path}`);
  };
  const connection = () => maria.page.getByTestId(/^connection-/).filter({ hasText: 'Matriz' });
  const choose = async (action: string) => {
    await connection()
      .getByRole('button', { name: /^Mais ações/ })
      .click();
    await maria.page.getByRole('menuitem', { name: action }).click();
  };
  const company = () => phones.device(shop.name).getByRole('log');
  const actOn = async (name: string, action: string) => {
    await phones
      .device(name)
      .getByRole('button', { name: `Ações do telefone de ${name}` })
      .click();
    await street.page.getByRole('menuitem', { name: action }).click();
    await street.page.getByRole('menu').waitFor({ state: 'detached' });
  };

  it('a simulator in which nobody is yet says what to do', async () => {
    const { page } = street;
    await page.getByRole('link', { name: 'Simulador' }).click();
    await page.getByText('Nenhum contato simulado ainda. Adicione um e escreva como ele.').waitFor();
    await page.getByText('Nenhum telefone ainda. Adicione um e conecte-o lendo o QR Code.').waitFor();
    expect(await faults(page)).toEqual([]);
  });

  it('a connection imports history when its form says so', async () => {
    const { page } = maria;
    await simulator('POST', '/phones', shop);
    await page.getByRole('link', { name: /^Conexões/ }).click();
    await page.getByRole('button', { name: 'Adicionar conexão' }).click();
    const form = page.getByRole('dialog', { name: /Adicionar conexão/ });
    await form.getByLabel('Nome').fill('Matriz');
    await form.getByRole('combobox', { name: 'Provedor' }).click();
    await page.getByRole('option', { name: 'Simulador' }).click();
    await form.getByRole('combobox', { name: 'Filas' }).click();
    await page.getByRole('option', { name: 'Balcão' }).click();
    await page.keyboard.press('Escape');
    const history = form.getByRole('switch', { name: 'Importar histórico' });
    expect(await history.isChecked()).toBe(false);
    await history.click({ force: true });
    await form.getByRole('button', { name: 'Salvar' }).click();
    await page.getByTestId('qrcode').waitFor();
    const [made]: ConnectionView[] = await page.evaluate(list);
    expect(made).toMatchObject({ name: 'Matriz', importsHistory: true });
    await simulator('POST', `/phones/${shop.number}/scan`, { qr: made?.qrcode });
    await connection().locator('[data-status="CONNECTED"]').waitFor();

    await choose('Editar');
    const edit = page.getByRole('dialog', { name: /Editar Matriz/ });
    const again = edit.getByRole('switch', { name: 'Importar histórico' });
    expect(await again.isChecked()).toBe(true);
    await again.click({ force: true });
    await edit.getByRole('button', { name: 'Salvar' }).click();
    await edit.waitFor({ state: 'detached' });
    expect(await page.evaluate(list)).toMatchObject([{ importsHistory: false }]);
  });

  it('a contact is added with a picture, and gets another one', async () => {
    const { page } = street;
    await page.getByRole('button', { name: 'Adicionar contato' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar contato' });
    await dialog.getByLabel('Nome').fill(lia.name);
    await dialog.getByLabel('Número').fill(lia.number);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Foto (opcional)' }).click(),
    ]);
    await chooser.setFiles({ name: 'eu.jpg', mimeType: 'image/jpeg', buffer: await picture('#3b82f6') });
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const drawn = phones.device(lia.name).locator('img').first();
    await drawn.waitFor();
    const before = await drawn.getAttribute('src');
    const [another] = await Promise.all([page.waitForEvent('filechooser'), actOn(lia.name, 'Trocar foto')]);
    await another.setFiles({ name: 'eu2.jpg', mimeType: 'image/jpeg', buffer: await picture('#ef4444') });
    await expect.poll(() => drawn.getAttribute('src'), { timeout: 30_000 }).not.toBe(before);
  });

  it('a voice note is recorded with the microphone and heard by the company', async () => {
    const device = phones.device(lia.name);
    await phones.writeAs(lia.name, 'Oi, vou mandar um áudio');
    await phones.openChat(shop.name, lia.name);
    await phones.shown(shop.name, 'Oi, vou mandar um áudio').waitFor();
    await device.getByRole('button', { name: `Gravar voz como ${lia.name}` }).click();
    await device.getByRole('timer', { name: 'Gravando' }).waitFor();
    await phones.device(shop.name).getByText('gravando áudio…').waitFor();
    await device.getByRole('button', { name: 'Descartar gravação' }).click();
    await device.getByRole('timer').waitFor({ state: 'detached' });
    await device.getByRole('button', { name: `Gravar voz como ${lia.name}` }).click();
    await expect.poll(() => device.getByRole('timer').textContent(), { timeout: 20_000 }).toBe('0:01');
    await device.getByRole('button', { name: 'Enviar gravação' }).click();
    const position = company().getByRole('slider', { name: 'Posição na mensagem de voz' });
    await position.waitFor();
    expect(await position.count()).toBe(1);
    expect(await position.getAttribute('aria-valuetext')).toMatch(/\/ 0:0[1-9]$/);
  });

  it('a film is sent from a contact’s phone and shown on the company’s', async () => {
    const film = { name: 'forno.webm', mimeType: 'video/webm', buffer: Buffer.alloc(40_000, 7) };
    await phones.device(lia.name).getByTestId('pick-picture').setInputFiles(film);
    await company().getByLabel('Vídeo').waitFor();
  });

  it('what a contact writes to a company they have blocked does not come, until they unblock it', async () => {
    await actOn(lia.name, `Bloquear ${shop.name}`);
    await phones.writeAs(lia.name, 'Não vem');
    await phones.shown(lia.name, 'Não vem').and(phones.status('sent')).waitFor();
    await actOn(lia.name, `Desbloquear ${shop.name}`);
    await phones.writeAs(lia.name, 'Vem agora');
    await phones.shown(shop.name, 'Vem agora').waitFor();
    expect(await phones.shown(shop.name, 'Não vem').count()).toBe(0);
  });

  it('a sticker is shown in the conversation as one', async () => {
    const { page } = maria;
    await phones.attach(lia.name, 'Figurinha');
    await company().getByRole('img', { name: 'Figurinha' }).waitFor();
    await page.goto(`${product.url}/tickets`);
    await tab(page, /Aguardando/).click();
    await row(page, lia.name).hover();
    await page.getByRole('button', { name: `Aceitar ${lia.name}` }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    const sticker = page.getByTestId('sticker');
    await sticker.waitFor();
    expect(await sticker.getAttribute('alt')).toBe('Figurinha');
  });

  it('what is written to a phone that is off has one tick, and two once it is on', async () => {
    const { page } = maria;
    await actOn(lia.name, 'Desligar o telefone');
    await phones.device(lia.name).getByText('desligado').waitFor();
    await write(page, 'Está aí?');
    const state = (wanted: string) => bubble(page, 'Está aí?').and(page.locator(`[data-state="${wanted}"]`));
    await state('sent').waitFor();
    await actOn(lia.name, 'Ligar o telefone');
    await state('delivered').waitFor();
    await phones.shown(lia.name, 'Está aí?').waitFor();
  });

  it('what could not be taken in is set aside, and shown after a click in the ledger', async () => {
    const { page } = maria;
    const conversation = page.url();
    const database = new pg.Pool({ connectionString: product.running().databaseUrl, max: 1 });
    await database.query(refuseFiles);
    await phones.attach(lia.name, 'Foto de exemplo');
    const aside = async () =>
      (await database.query('select from connector.inbox_journal where problem is not null')).rowCount;
    await expect.poll(aside, { timeout: 60_000 }).toBe(1);
    await database.query('drop function connector.refuse cascade');
    await page.goto(`${product.url}/connections`);
    await choose('Recebimento e erros');
    const panel = page.getByRole('dialog', { name: /Recebimento e erros de Matriz/ });
    await panel.getByText('Separada para análise').first().waitFor();
    expect(await faults(page), 'ledger').toEqual([]);
    const again = panel.getByRole('button', { name: 'Tentar de novo' });
    await again.click();
    await again.waitFor({ state: 'detached' });
    await expect.poll(aside, { timeout: 60_000 }).toBe(0);
    await database.end();
    await page.goto(conversation);
    await page.getByTestId('picture').waitFor();
  });

  it('leaves no complaint in the browsers', () => {
    expect([...maria.errors, ...street.errors]).toEqual([]);
  });
});

/** Taking in a message with a file fails then, in a way that trying again does not help. */
const refuseFiles = `
  create function connector.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$;
  create trigger refused before insert on connector.media_download execute function connector.refuse()`;

const list = `
  fetch('/api/whatsapp/?session=0', { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })
    .then(answer => answer.json())
`;
