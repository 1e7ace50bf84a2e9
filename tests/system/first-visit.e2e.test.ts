import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#start/free-port.ts';
import { contactPhone, login } from './api.ts';
import { chromiumPath, logIn, openBrowser, openWindow } from './browser.ts';
import { type Product, runStart, startProduct } from './product.ts';
import { bubble, row, tab, write } from './screen.ts';

const maria = { name: 'Maria Lopes', email: 'maria@padaria.example', password: 'pão-quente-às-seis' };
const company = 'Padaria Lopes';
const contact = { number: '5511922220001', name: 'Cliente da Padaria' };
const phone = { number: '5511922220000', name: company };
const rui = { name: 'Rui Prado', email: 'rui@padaria.example', password: 'broa-de-milho' };

describe.skipIf(!chromiumPath())('an installation without demo', () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct({ env: { DEMO: 'off', SIMULATOR: 'on' } });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const setUp = (email: string) =>
    fetch(`${product.url}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ companyName: 'Outra', name: 'Outra Pessoa', email, password: 'outra-senha' }),
    });

  it('asks the first visitor for company and administrator, and takes them in', async () => {
    const { page, context, errors } = await openWindow(browser);
    await page.goto(product.url);
    await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor();
    await page.getByRole('button', { name: 'Criar empresa' }).click();
    expect(await page.getByText('Campo obrigatório').count()).toBe(4);
    expect(await page.getByLabel('Nome da empresa').and(page.locator(':focus')).count()).toBe(1);

    await page.getByLabel('Nome da empresa').fill(company);
    await page.getByLabel('Seu nome').fill(maria.name);
    await page.getByLabel('E-mail').fill(maria.email);
    await page.getByLabel('Senha', { exact: true }).fill(maria.password);
    await page.getByRole('button', { name: 'Criar empresa' }).click();
    await page.waitForURL(/\/tickets/);
    await page.getByText(`Olá, ${maria.name}`).waitFor();
    await page.getByText('Nenhum ticket aberto.').waitFor();

    await logOut(page);
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    await logIn(page, product.url, maria.email, maria.password);
    await page.getByRole('link', { name: 'Conexões' }).click();
    await page.getByText('Nenhuma conexão ainda.').waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('leads from there to the first answer, by screens alone', async () => {
    const owner = await openWindow(browser);
    const { page } = owner;
    await logIn(page, product.url, maria.email, maria.password);
    const form = (name: RegExp) => page.getByRole('dialog', { name });
    const save = async (name: RegExp) => {
      await form(name).getByRole('button', { name: 'Salvar' }).click();
      await form(name).waitFor({ state: 'detached' });
    };

    await page.getByRole('link', { name: 'Filas' }).click();
    await page.getByRole('button', { name: 'Adicionar fila' }).first().click();
    await form(/Adicionar fila/)
      .getByLabel('Nome')
      .fill('Balcão');
    await save(/Adicionar fila/);
    await page.getByRole('row', { name: /Balcão/ }).waitFor();

    await page.getByRole('link', { name: 'Usuários' }).click();
    await page.getByRole('button', { name: 'Adicionar usuário' }).click();
    const hiring = form(/Adicionar usuário/);
    await hiring.getByLabel('Nome').fill(rui.name);
    await hiring.getByLabel('E-mail').fill(rui.email);
    await hiring.getByLabel('Senha', { exact: true }).fill(rui.password);
    await hiring.getByRole('combobox', { name: 'Filas' }).click();
    await page.getByRole('option', { name: 'Balcão' }).click();
    await page.keyboard.press('Escape');
    await save(/Adicionar usuário/);
    await page.getByRole('row', { name: /Rui Prado/ }).waitFor();

    await post(`${product.simulatorUrl}/phones`, phone);
    await post(`${product.simulatorUrl}/contacts`, contact);
    await page.getByRole('link', { name: /^Conexões/ }).click();
    await page.getByRole('button', { name: 'Adicionar conexão' }).click();
    const connecting = form(/Adicionar conexão/);
    await connecting.getByLabel('Nome').fill('Matriz');
    await connecting.getByRole('combobox', { name: 'Provedor' }).click();
    await page.getByRole('option', { name: 'Simulador' }).click();
    await connecting.getByRole('combobox', { name: 'Filas' }).click();
    await page.getByRole('option', { name: 'Balcão' }).click();
    await page.keyboard.press('Escape');
    await connecting.getByRole('button', { name: 'Salvar' }).click();
    await page.getByTestId('qrcode').waitFor();
    const [connection] = await page.evaluate<{ qrcode: string }[]>(connections);
    await post(`${product.simulatorUrl}/phones/${phone.number}/scan`, { qr: connection?.qrcode });
    await form(/QR Code de Matriz/).waitFor({ state: 'detached' });
    await page.locator('[data-status="CONNECTED"]').waitFor();
    expect(owner.errors).toEqual([]);
    await owner.context.close();
  });

  it('and the new user answers the first message', async () => {
    const attendant = await openWindow(browser);
    const { page } = attendant;
    await logIn(page, product.url, rui.email, rui.password);
    const client = contactPhone(product.simulatorUrl, contact.number, phone.number);
    await client.write('Vocês abrem hoje?');
    await tab(page, /Aguardando/).click();
    await row(page, contact.name).getByRole('button', { name: 'Aceitar' }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await bubble(page, 'Vocês abrem hoje?').waitFor();
    await write(page, 'Sim, até as sete.');
    const shown = async () => (await client.shown()).map(({ text }) => text).join();
    await expect.poll(shown, { timeout: 30_000 }).toContain('Sim, até as sete.');
    expect(attendant.errors).toEqual([]);
    await attendant.context.close();
  });

  it('makes the first user super admin of the first company', async () => {
    const { user } = await login(product.url, maria.email, maria.password);
    expect(user).toMatchObject({ name: maria.name, profile: 'admin', superAdmin: true });
    expect(user.company.name).toBe(company);
  });

  it('is set up once only', async () => {
    const again = await setUp('outra@padaria.example');
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ error: 'ERR_ALREADY_SET_UP' });
    await expect(login(product.url, 'outra@padaria.example', 'outra-senha')).rejects.toThrow();
  });

  it('refuses a second start on its data, which harms nothing that runs', async () => {
    const before = product.running();
    const second = await refused({ DATA_DIR: product.dataDir, PORT: String(await freePort()) });
    expect(second.said).toMatch(/^Balcão already runs on the data in .* \(process \d+\): .*\.\n$/);
    expect(second.said).toContain(product.dataDir);
    expect(product.running()).toEqual(before);
    expect((await login(product.url, maria.email, maria.password)).user.name).toBe(maria.name);
  });

  it.each([
    {
      what: 'a taken port',
      env: () => ({ PORT: new URL(product.url).port }),
      says: /^Port \d+ on 127\.0\.0\.1 is taken: .* PORT .*\.\n$/,
    },
    {
      what: 'a port that is none',
      env: () => ({ PORT: 'abc' }),
      says: /^PORT is "abc"; it must be a port number from 0 to 65535\.\n$/,
    },
    {
      what: 'a switch that is neither on nor off',
      env: () => ({ DEMO: 'perhaps' }),
      says: /^DEMO is "perhaps"; it must be on or off\.\n$/,
    },
    {
      what: 'a password that is too short, without repeating it',
      env: () => ({ DEMO_PASSWORD: 'curta' }),
      says: /^DEMO_PASSWORD is set to something else; it must be a password of at least 8 characters\.\n$/,
    },
  ])('refuses to start with $what, in one sentence, and leaves nothing running', async ({ env, says }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-refused-'));
    const answer = await refused({ PORT: String(await freePort()), DATA_DIR: dataDir, ...env() });
    expect(answer.said).toMatch(says);
    expect(processesOf(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  it('has everything as it was after a stop and a start', async () => {
    await post(`${product.simulatorUrl}/contacts`, contact);
    const before = await login(product.url, maria.email, maria.password);
    if (existsSync('/proc')) expect(processesOf(product.dataDir).length).toBeGreaterThan(5);
    const pids = Object.values(product.running().services).flatMap(({ pid }) => pid ?? []);
    expect(pids.length).toBeGreaterThan(5);
    await product.stop({ keepData: true });
    expect(await product.ended).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(processesOf(product.dataDir)).toEqual([]);
    expect(await answers(product.url)).toBe(false);

    product = await startProduct({ env: { DEMO: 'off', SIMULATOR: 'on' }, dataDir: product.dataDir });
    const after = await login(product.url, maria.email, maria.password);
    expect(after.user).toEqual(before.user);
    expect(await (await fetch(`${product.url}/api/setup`)).json()).toEqual({ needed: false, code: false });
    expect((await setUp('tarde@padaria.example')).status).toBe(409);
    expect(await (await fetch(`${product.simulatorUrl}/contacts`)).json()).toMatchObject([contact]);
  });
});

/** What the page's own session is told of connections: a second login would end it. */
const connections = `
  fetch('/api/whatsapp/?session=0', { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })
    .then(answer => answer.json())
`;

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Menu de / }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL(/\/login/);
};

/** What a start says that ends by itself with an exit code that tells of failure. */
const refused = async (env: Record<string, string>): Promise<{ said: string }> => {
  const start = runStart({ LOG_LEVEL: 'warn', ...env });
  const code = await start.ended;
  expect(code, start.output()).toBe(1);
  return { said: start.output() };
};

const post = async (url: string, body: unknown): Promise<void> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
};

/** Processes that were told of this data directory, by command line or environment; none where /proc is not. */
const processesOf = (dataDir: string): string[] =>
  (existsSync('/proc') ? readdirSync('/proc') : [])
    .filter(name => /^\d+$/.test(name))
    .filter(pid =>
      ['cmdline', 'environ'].some(file => readQuietly(`/proc/${pid}/${file}`).includes(dataDir)),
    );

const readQuietly = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const answers = (url: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
