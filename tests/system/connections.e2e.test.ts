import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionView } from '#contracts/views.ts';
import { addContact, contactPhone } from './api.ts';
import { chromiumPath, logIn, narrow, openBrowser, openWindow, type Person, wide } from './browser.ts';
import { faults } from './probes.ts';
import { type Product, startProduct } from './product.ts';
import { openCompany, type Staff } from './staff.ts';

const phone = { number: '5511944440001', name: 'Padaria Lopes' };
const client = { number: '5511944440002', name: 'Cliente' };

describe.skipIf(!chromiumPath())('the connections of a company of one’s own', () => {
  let product: Product;
  let browser: Browser;
  let staff: Staff;
  let maria: Person;
  let bia: Person;

  beforeAll(async () => {
    product = await startProduct({ env: { DEMO: 'off', SIMULATOR: 'on' } });
    staff = await openCompany(product);
    await addContact(product.simulatorUrl, client);
    await simulator('POST', '/phones', phone);
    browser = await openBrowser();
    [maria, bia] = [await openWindow(browser), await openWindow(browser)];
    for (const [person, account] of [[maria, staff.maria] as const, [bia, staff.bia] as const]) {
      await logIn(person.page, product.url, account.email, account.password);
      await person.page.getByRole('link', { name: /^Conexões/ }).click();
      await person.page.getByText('Nenhuma conexão ainda.').waitFor();
    }
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const simulator = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const headers = { 'content-type': 'application/json' };
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method };
    const answer = await fetch(`${product.simulatorUrl}${path}`, init);
    if (!answer.ok) throw new Error(`simulator answered ${answer.status} to ${method} ${path}`);
    return (await answer.json()) as Body;
  };
  const row = (page: Page, name: string) => page.getByTestId(/^connection-/).filter({ hasText: name });
  const status = (page: Page, name: string, what: ConnectionView['status']) =>
    row(page, name).locator(`[data-status="${what}"]`);
  const inBoth = (see: (page: Page) => Promise<unknown>) => Promise.all([see(maria.page), see(bia.page)]);
  const choose = async (page: Page, name: string, action: string) => {
    await row(page, name)
      .getByRole('button', { name: /^Mais ações/ })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name });
  const fillNew = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Adicionar conexão' }).click();
    const form = dialog(page, /Adicionar conexão/);
    await form.getByLabel('Nome').fill(name);
    await form.getByRole('combobox', { name: 'Provedor' }).click();
    await page.getByRole('option', { name: 'Simulador' }).click();
    return form;
  };
  /** What the page's own session is told by the API. */
  const connections = (page: Page): Promise<ConnectionView[]> => page.evaluate(list);
  const trouble = (page: Page) => page.getByRole('link', { name: 'Conexões: há conexões com problema' });

  it('begin with one that asks for a greeting, and is paired by scanning its code', async () => {
    const { page } = maria;
    const form = await fillNew(page, 'Matriz');
    await form.getByRole('combobox', { name: 'Filas' }).click();
    for (const queue of ['Balcão', 'Encomendas']) await page.getByRole('option', { name: queue }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Salvar' }).click();
    await form.getByText('A mensagem de saudação é obrigatória com mais de uma fila.').waitFor();
    const greeting = form.getByLabel('Mensagem de saudação');
    expect(await greeting.and(page.locator(':focus')).count()).toBe(1);
    expect(await row(page, 'Matriz').count()).toBe(0);
    await greeting.fill('Olá! Balcão ou encomendas?');
    await form.getByRole('button', { name: 'Salvar' }).click();

    await dialog(page, /QR Code de Matriz/).waitFor();
    await page.getByTestId('qrcode').waitFor();
    await inBoth(each => status(each, 'Matriz', 'qrcode').waitFor());
    await inBoth(each => row(each, 'Matriz').getByText('Padrão').waitFor());
    await inBoth(each => trouble(each).waitFor());
    const [connection] = await connections(page);
    await simulator('POST', `/phones/${phone.number}/scan`, { qr: connection?.qrcode });
    await dialog(page, /QR Code de Matriz/).waitFor({ state: 'detached' });
    await inBoth(each => status(each, 'Matriz', 'CONNECTED').waitFor());
    await inBoth(each => row(each, 'Matriz').getByText('+55 11 94444-0001').waitFor());
    await inBoth(each => trouble(each).waitFor({ state: 'detached' }));
  });

  it('show what they received, and that nothing is missing', async () => {
    await contactPhone(product.simulatorUrl, client.number, phone.number).write('Tem pão de queijo?');
    const { page } = bia;
    await choose(page, 'Matriz', 'Recebimento e erros');
    const panel = dialog(page, /Recebimento e erros de Matriz/);
    await panel.getByText('Nenhum erro.').waitFor();
    // The message, and what a phone tells a new device: the key of its settings, and its offer of history.
    const figures = async () => (await panel.textContent()) ?? '';
    await expect.poll(figures, { timeout: 30_000 }).toMatch(/Recebidas3Mostradas1Rejeitadas2/);
    expect(await faults(page), 'ledger').toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('come back by themselves after a drop, before every screen', async () => {
    const seen = inBoth(each => status(each, 'Matriz', 'OPENING').waitFor());
    await simulator('POST', '/faults', { closeWith: 'cut' });
    await seen;
    await inBoth(each => status(each, 'Matriz', 'CONNECTED').waitFor());
  });

  it('say that the phone logged out, and pair anew by a code that is typed on it', async () => {
    await simulator('POST', `/phones/${phone.number}/logout`);
    await inBoth(each => status(each, 'Matriz', 'DISCONNECTED').waitFor());
    await inBoth(each => row(each, 'Matriz').getByText('A sessão foi encerrada.').waitFor());
    await inBoth(each => trouble(each).waitFor());
    await inBoth(each => each.getByRole('button', { name: 'Avisos: 1 novo' }).waitFor());

    const { page } = bia;
    expect(await row(page, 'Matriz').getByRole('button', { name: 'Tentar novamente' }).count()).toBe(1);
    await row(page, 'Matriz').getByRole('button', { name: 'Novo QR Code' }).click();
    const pairing = dialog(page, /QR Code de Matriz/);
    await pairing.getByText('Código pelo número').click();
    await pairing.getByLabel('Número do celular').fill('12');
    await pairing.getByRole('button', { name: 'Gerar código' }).click();
    await pairing.getByText('De 8 a 15 dígitos').waitFor();
    await pairing.getByLabel('Número do celular').fill('+55 11 94444-0001');
    await pairing.getByRole('button', { name: 'Gerar código' }).click();
    const code = await page.getByTestId('pairing-code').textContent();
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await faults(page), 'pairing').toEqual([]);
    await simulator('POST', `/phones/${phone.number}/link`, { code });
    await pairing.waitFor({ state: 'detached' });
    await inBoth(each => status(each, 'Matriz', 'CONNECTED').waitFor());
  });

  it('give a token once', async () => {
    const { page } = maria;
    await choose(page, 'Matriz', 'Editar');
    const form = dialog(page, /Editar Matriz/);
    await form.getByText('Nenhum token ainda.').waitFor();
    await form.getByRole('button', { name: 'Gerar token' }).click();
    const token = await page.getByTestId('fresh-token').inputValue();
    expect(token.length).toBeGreaterThan(40);
    expect(await faults(page), 'form').toEqual([]);
    await form.getByRole('button', { name: 'Cancelar' }).click();
    await choose(page, 'Matriz', 'Editar');
    expect(await page.getByTestId('token').textContent()).toBe(`••••••••${token.slice(-4)}`);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('have one default, whoever moves it', async () => {
    const form = await fillNew(maria.page, 'Filial');
    await form.getByRole('button', { name: 'Salvar' }).click();
    const qr = dialog(maria.page, /QR Code de Filial/);
    await qr.waitFor();
    await qr.getByRole('button', { name: 'Fechar' }).click();
    await row(bia.page, 'Filial').waitFor();
    await choose(bia.page, 'Filial', 'Tornar padrão');
    await inBoth(each => row(each, 'Filial').getByText('Padrão').waitFor());
    await inBoth(each => row(each, 'Matriz').getByText('Padrão').waitFor({ state: 'detached' }));

    await choose(maria.page, 'Filial', 'Editar');
    const edit = dialog(maria.page, /Editar Filial/);
    await edit.getByRole('switch', { name: 'Conexão padrão' }).click({ force: true });
    await edit.getByRole('button', { name: 'Salvar' }).click();
    await edit.getByText('Deve haver pelo menos uma conexão padrão.').waitFor();
    await edit.getByRole('button', { name: 'Cancelar' }).click();
    await choose(maria.page, 'Filial', 'Excluir');
    const remove = dialog(maria.page, /Excluir Filial/);
    await remove.getByRole('button', { name: 'Excluir' }).click();
    await remove.getByText('Deve haver pelo menos uma conexão padrão.').waitFor();
    await remove.getByRole('button', { name: 'Cancelar' }).click();
    expect((await connections(maria.page)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('are disconnected and deleted only when somebody confirms it', async () => {
    const { page } = maria;
    await row(page, 'Matriz').getByRole('button', { name: 'Desconectar' }).click();
    const disconnect = dialog(page, /Desconectar Matriz/);
    await disconnect.getByRole('button', { name: 'Cancelar' }).click();
    await disconnect.waitFor({ state: 'detached' });
    expect(await status(page, 'Matriz', 'CONNECTED').count()).toBe(1);
    await row(page, 'Matriz').getByRole('button', { name: 'Desconectar' }).click();
    await disconnect.getByRole('button', { name: 'Desconectar' }).click();
    await inBoth(each => status(each, 'Matriz', 'DISCONNECTED').waitFor());
    expect(await simulator('GET', '/phones')).toMatchObject([{ companions: [] }]);

    await choose(bia.page, 'Matriz', 'Editar');
    await choose(page, 'Matriz', 'Excluir');
    const remove = dialog(page, /Excluir Matriz/);
    await remove.getByText('Deseja realmente excluir este registro?').waitFor();
    await remove.getByRole('button', { name: 'Excluir' }).click();
    await inBoth(each => row(each, 'Matriz').waitFor({ state: 'detached' }));
    await dialog(bia.page, /Editar Matriz/).waitFor({ state: 'detached' });
  });

  it('are an administrator’s affair', async () => {
    const caio = await openWindow(browser);
    await logIn(caio.page, product.url, staff.caio.email, staff.caio.password);
    await caio.page.getByRole('tab', { name: /Aguardando/ }).waitFor();
    expect(await caio.page.getByRole('link', { name: /Conexões/ }).count()).toBe(0);
    await caio.page.goto(`${product.url}/connections`);
    await caio.page.waitForURL(/\/tickets/);
    await caio.page.getByText('Você não tem permissão para isso.').waitFor();
    await caio.context.close();
  });

  it.each([
    { viewport: wide, colorScheme: 'light' },
    { viewport: wide, colorScheme: 'dark' },
    { viewport: narrow, colorScheme: 'light' },
    { viewport: narrow, colorScheme: 'dark' },
  ] as const)('are readable for everybody: $viewport.width, $colorScheme', async look => {
    const { page } = maria;
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
    await row(page, 'Filial').waitFor();
    expect(await faults(page), 'list').toEqual([]);
    const width: number = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(look.viewport.width);
  });

  it('leave no complaint in the browsers', () => {
    expect([...maria.errors, ...bia.errors]).toEqual([]);
  });
});

const list = `
  fetch('/api/whatsapp/?session=0', { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })
    .then(answer => answer.json())
`;
