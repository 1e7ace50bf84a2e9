import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts, phone } from '#start/demo/records.ts';
import { addContact, contactPhone, login } from './api.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person, wide } from './browser.ts';
import { harm, planted, plantedNumber, plantScripts } from './planted-scripts.ts';
import { faults, portuguese, schemeOf, shiftsOf, watchShifts } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, row, tab } from './screen.ts';

const { carla, diego } = contacts;
const arriving = [
  { number: '5511933330007', name: 'Lia Duarte' },
  { number: '5511933330008', name: 'Otávio Reis' },
  { number: '5511933330009', name: 'Sônia Melo' },
];
const most = 0.01;

describe.skipIf(!chromiumPath())('the screens', () => {
  let product: Product;
  let browser: Browser;
  let admin: Person;

  beforeAll(async () => {
    product = await startProduct();
    for (const contact of arriving) await addContact(product.simulatorUrl, contact);
    browser = await openBrowser();
    admin = await openWindow(browser);
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const contactWrites = (number: string, text: string) =>
    contactPhone(product.simulatorUrl, number, phone.number).write(text);
  const open = (page: Page, path: string) => page.goto(`${product.url}${path}`);

  describe('light and dark, wide and narrow,', () => {
    let anonymous: Person;
    let conversation: string;

    beforeAll(async () => {
      anonymous = await openWindow(browser);
      await row(admin.page, carla.name).click();
      await admin.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
      conversation = new URL(admin.page.url()).pathname;
    });
    afterAll(() => anonymous?.context.close());

    const looks = [
      { size: 'wide', viewport: wide, colorScheme: 'light' },
      { size: 'wide', viewport: wide, colorScheme: 'dark' },
      { size: 'narrow', viewport: narrow, colorScheme: 'light' },
      { size: 'narrow', viewport: narrow, colorScheme: 'dark' },
    ] as const;

    it.each(looks)('have no serious accessibility fault, $size and $colorScheme', async look => {
      const { viewport, colorScheme } = look;
      for (const { page } of [anonymous, admin]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      }
      await open(anonymous.page, '/login');
      await anonymous.page.getByRole('button', { name: 'Entrar' }).waitFor();
      expect(await schemeOf(anonymous.page)).toBe(colorScheme);
      expect(await faults(anonymous.page), 'login').toEqual([]);

      await open(admin.page, conversation);
      await bubble(admin.page, 'Passo aí hoje à tarde').waitFor();
      expect(await schemeOf(admin.page)).toBe(colorScheme);
      expect(await faults(admin.page), 'conversation').toEqual([]);

      await open(admin.page, '/tickets');
      await row(admin.page, carla.name).waitFor();
      await tab(admin.page, /Aguardando/).click();
      await row(admin.page, diego.name).waitFor();
      expect(await faults(admin.page), 'tickets').toEqual([]);

      await open(admin.page, '/simulador');
      await admin.page.getByTestId(`phone-${carla.number}`).getByText('Passo aí').waitFor();
      expect(await faults(admin.page), 'simulator').toEqual([]);

      await open(admin.page, '/connections');
      await admin.page.getByText('Conectado', { exact: true }).waitFor();
      expect(await faults(admin.page), 'connections').toEqual([]);
      const more = admin.page.getByRole('button', { name: /^Mais ações de/ });
      await more.click();
      const ledger = admin.page.getByRole('menuitem', { name: 'Recebimento e erros' });
      await ledger.waitFor();
      expect(await faults(admin.page), 'menu').toEqual([]);

      await ledger.click();
      await admin.page.getByRole('dialog').getByText('Nenhum erro.').waitFor();
      await admin.page.keyboard.press('Escape');
      await more.and(admin.page.locator(':focus')).waitFor();
    });
  });

  it.each([
    {
      storage: 'is told to keep nothing for a page',
      script: `
        const forbidden = { configurable: true, get() { throw new DOMException('forbidden', 'SecurityError'); } };
        Object.defineProperty(window, 'localStorage', forbidden);
      `,
    },
    {
      storage: 'has no room left for what a page keeps',
      script: `
        for (let size = 2 ** 22, piece = 0; size >= 1; piece += 1) {
          try { localStorage.setItem('filler' + piece, 'x'.repeat(size)); } catch { size /= 2; }
        }
      `,
    },
  ])('work where the browser $storage', async ({ script }) => {
    const { page, context, errors } = await openWindow(browser);
    await page.addInitScript(script);
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    await row(page, carla.name).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('hold still while the list loads and while rows arrive', async () => {
    const { page, context } = await openWindow(browser);
    await page.addInitScript(watchShifts);
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    await page.route(/\/api\/tickets\?/, async route => {
      await page.locator('.mantine-Skeleton-root').or(row(page, carla.name)).first().waitFor();
      await route.continue();
    });
    await page.reload();
    await row(page, carla.name).waitFor();
    await page.unroute(/\/api\/tickets\?/);
    await tab(page, /Aguardando/).dispatchEvent('click');
    await row(page, diego.name).waitFor();
    for (const { number, name } of arriving) {
      await contactWrites(number, 'bom dia');
      await row(page, name).waitFor();
    }
    await contactWrites(diego.number, 'alguém aí?');
    await row(page, diego.name).getByText('alguém aí?').waitFor();
    expect(await shiftsOf(page)).toBeLessThan(most);

    await page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<p style=\"height: 300px\"></p>')");
    await expect.poll(() => shiftsOf(page)).toBeGreaterThan(most);
    await context.close();
  });

  it.each([
    {
      language: 'English',
      lang: 'en',
      menu: /Menu of/,
      words: ['Attending', 'Waiting', 'Groups', 'Closed'],
      simulator: 'Phone simulator',
      status: 'Connected',
      logout: 'Log out',
    },
    {
      language: 'Español',
      lang: 'es',
      menu: /Menú de/,
      words: ['Atendiendo', 'Esperando', 'Grupos', 'Cerrados'],
      simulator: 'Simulador de teléfonos',
      status: 'Conectado',
      logout: 'Salir',
    },
  ])('speak $language throughout once it is chosen', async chosen => {
    const { page, context } = await openWindow(browser);
    await logIn(page, product.url, 'admin@demo.local', demoPassword);
    await page.getByRole('button', { name: /Menu de Administração/ }).click();
    await page.getByRole('menuitem', { name: chosen.language }).click();
    for (const word of chosen.words) await tab(page, new RegExp(word)).waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(chosen.lang);
    expect(await portuguese(page)).toEqual([]);

    await page.reload();
    await tab(page, new RegExp(chosen.words[1] ?? '')).click();
    await row(page, diego.name).waitFor();
    expect(await portuguese(page)).toEqual([]);
    await open(page, '/simulador');
    await page.getByRole('heading', { name: chosen.simulator }).waitFor();
    expect(await portuguese(page)).toEqual([]);
    await open(page, '/connections');
    await page.getByText(chosen.status, { exact: true }).waitFor();
    expect(await portuguese(page)).toEqual([]);
    await page.getByRole('button', { name: chosen.menu }).click();
    await page.getByRole('menuitem', { name: chosen.logout }).click();
    await page.waitForURL(/\/login/);
    await context.close();
  });

  it('count in the tab title what is unread, until it is read', async () => {
    const { page, context } = await openWindow(browser);
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    const title = () => page.title();
    const unread = async () => Number(/^\((\d+)\) /.exec(await title())?.[1] ?? 0);
    await row(page, carla.name).click();
    await bubble(page, 'Passo aí').waitFor();
    await row(page, carla.name).getByTestId('unread').waitFor({ state: 'detached' });
    await open(page, '/tickets');
    await row(page, carla.name).waitFor();
    await expect.poll(title).toMatch(/Atendimentos · Balcão$/);
    const counts: number = await page.evaluate(countsOf);
    await expect.poll(unread).toBe(counts);

    for (const text of ['oi', 'ainda tem?']) await contactWrites(carla.number, text);
    await row(page, carla.name).getByTestId('unread').getByText('2').waitFor();
    await expect.poll(unread).toBeGreaterThan(counts);
    await row(page, carla.name).click();
    await bubble(page, 'ainda tem?').waitFor();
    await expect.poll(unread).toBe(counts);
    await context.close();
  });

  it('show one pane at a time on a phone, with a way between them below', async () => {
    const { page, context } = await openWindow(browser, { viewport: narrow });
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    const below = page.getByRole('navigation', { name: 'Visões' });
    const conversation = page.getByRole('region', { name: `Conversa com ${carla.name}` });
    const list = page.getByRole('region', { name: 'Lista de tickets' });
    await row(page, carla.name).click();
    await conversation.waitFor();
    expect(await list.count()).toBe(0);
    await below.getByRole('button', { name: 'Atendimentos' }).click();
    await list.waitFor();
    expect(await conversation.count()).toBe(0);
    await below.getByRole('button', { name: 'Ticket' }).click();
    await conversation.waitFor();
    expect(await list.count()).toBe(0);
    const width: number = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(narrow.width);
    await context.close();
  });

  it('show what people write as words, and run none of it', async () => {
    const caller = await login(product.url, 'admin@demo.local', demoPassword);
    // Whoever logs in ends the session that they had.
    const vera = { name: 'Vera', email: 'vera@demo.local', profile: 'admin', password: demoPassword };
    expect((await caller.call('POST', '/users', { body: vera })).status).toBe(201);
    const { page, context } = await openWindow(browser);
    await logIn(page, product.url, vera.email, demoPassword);
    await row(page, carla.name).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    const conversation = new URL(page.url()).pathname;
    await addContact(product.simulatorUrl, { number: plantedNumber, name: planted });
    const answers = await plantScripts(
      caller,
      (await caller.ticket(conversation.split('/')[2] ?? '')).body.id,
    );
    expect(answers.filter(([, status]) => status >= 300)).toEqual([]);
    await contactWrites(carla.number, planted);
    await bubble(page, planted).first().waitFor();
    const links = await page.getByRole('navigation').getByRole('link').all();
    const paths = await Promise.all(links.map(link => link.getAttribute('href')));
    // The simulator's page asks again and again.
    const screens = paths.filter(path => path !== '/simulador');
    expect(screens.length).toBeGreaterThan(10);
    const shown: string[] = [];
    for (const path of [...new Set(screens), conversation]) {
      await open(page, path ?? '');
      await page.getByRole('main').waitFor();
      await page.waitForLoadState('networkidle');
      if ((await page.getByText('<img src=x').count()) > 0) shown.push(path ?? '');
      expect([path, await page.evaluate(harm)]).toEqual([path, 0]);
    }
    for (const path of [
      '/contacts',
      '/tags',
      '/queues',
      '/quick-messages',
      '/schedules',
      '/users',
      conversation,
    ])
      expect(shown).toContain(path);
    await context.close();
  });

  it('leave no complaint in the browser', () => {
    expect(admin.errors).toEqual([]);
  });
});

const countsOf = `
  fetch('/api/tickets/counts', { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })
    .then(answer => answer.json())
    .then(counts => counts.unread)
`;
