import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionName, contacts, phone } from '#start/demo/records.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { phonesOn } from './phones.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

const { carla, diego } = contacts;

describe.skipIf(!chromiumPath())('the phones of a company and its people', () => {
  let product: Product;
  let browser: Browser;
  let street: Person;
  let phones: ReturnType<typeof phonesOn>;

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    street = await openWindow(browser);
    phones = phonesOn(street.page);
    await logIn(street.page, product.url, 'bruno@demo.local', demoPassword);
    await street.page.getByRole('link', { name: 'Simulador' }).click();
    for (const { name } of [phone, carla, diego]) await phones.device(name).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('makes a group and writes in it', async () => {
    const { page } = street;
    await page.getByRole('button', { name: 'Criar grupo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Criar grupo' });
    await dialog.getByLabel('Nome do grupo').fill('Vizinhos');
    await dialog.getByRole('button', { name: 'Criar grupo' }).click();
    await dialog.getByText('Escolha ao menos um contato.').waitFor();
    await dialog.getByLabel('Participantes').first().click();
    for (const { name } of [carla, diego]) await page.getByRole('option', { name }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Criar grupo' }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const { name } of [carla, diego]) {
      await phones
        .device(name)
        .getByRole('button', { name: `Conversas de ${name}` })
        .click();
      await phones
        .device(name)
        .getByRole('button', { name: /Vizinhos/ })
        .click();
    }
    await phones.writeAs(carla.name, 'Oi, vizinhos');
    await phones.shown(diego.name, 'Oi, vizinhos').getByText(carla.name).waitFor();
  });

  it('writes on the company’s own phone', async () => {
    await phones.openChat(phone.name, diego.name);
    await phones.writeAs(phone.name, 'Seu pedido saiu');
    await phones.openChat(diego.name, /Seu pedido saiu/);
    await phones.shown(diego.name, 'Seu pedido saiu').and(phones.mine(false)).waitFor();
  });

  it('switches faults on, counts them down and switches them off', async () => {
    const { page } = street;
    await page.getByRole('button', { name: 'Falhas', exact: true }).click();
    await page.getByRole('switch', { name: 'Sem recibos' }).click({ force: true });
    await page.getByLabel('Próximas em dobro').fill('1');
    await expect.poll(() => page.getByLabel('Próximas em dobro').inputValue()).toBe('1');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Falhas: 2 ativas' }).waitFor();
    await phones.openChat(carla.name, new RegExp(phone.name));
    await phones.writeAs(carla.name, 'uma vez só');
    await page.getByRole('button', { name: 'Falhas: 1 ativa' }).click();
    await page.getByRole('button', { name: 'Desligar todas as falhas' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Falhas', exact: true }).waitFor();
  });

  it('logs out on the phone, and reads the QR code that waits by a button', async () => {
    const admin = await openWindow(browser);
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
    await admin.page.goto(`${product.url}/simulador`);
    const company = admin.page.getByRole('listitem', { name: `Telefone de ${phone.name}` });
    await company.getByRole('button', { name: `Ações do telefone de ${phone.name}` }).click();
    await admin.page.getByRole('menuitem', { name: 'Desconectar aparelhos' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Desconectar aparelhos' }).click();
    await company.getByText('Este telefone não está conectado').waitFor();
    await phones.device(phone.name).getByText('Um administrador pode pedir um QR Code').waitFor();

    await company.getByRole('link', { name: 'Peça um QR Code em Conexões' }).click();
    await admin.page.getByRole('button', { name: 'Novo QR Code' }).click();
    await admin.page.getByTestId('qrcode').waitFor();
    await admin.page.goto(`${product.url}/simulador`);
    await company.getByRole('button', { name: `Ler QR Code de ${connectionName}` }).click();
    for (const each of [company, phones.device(phone.name)])
      await each.getByText('Conectado', { exact: true }).waitFor();
    await company.getByText('Este telefone não está conectado').waitFor({ state: 'detached' });
    expect(admin.errors).toEqual([]);
    await admin.context.close();
  });

  it('says that the simulator is away, and goes on when it is back', async () => {
    const away = street.page.getByText('O simulador não responde.');
    const { pid } = product.running().services.simulator ?? {};
    if (pid === undefined) throw new Error('the simulator has no process');
    process.kill(pid, 'SIGKILL');
    await away.waitFor();
    await away.waitFor({ state: 'detached' });
    await phones.writeAs(carla.name, 'voltou?');
    await phones.shown(carla.name, 'voltou?').waitFor();
  });

  it('leaves no complaint in the browser', () => {
    expect(street.errors).toEqual([]);
  });
});
