import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts, phone, queues } from '#start/demo/records.ts';
import { addContact, type Caller, contactPhone, login, type TicketView } from './api.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, row, tab } from './screen.ts';

const { carla, diego, elisa, fabio } = contacts;
const marta = { number: '5548922220011', name: 'Marta Lacerda' };
const nobody = '5548922229999';

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const field = (page: Page, name: string): Locator =>
  dialog(page)
    .getByRole('textbox', { name, exact: true })
    .or(dialog(page).getByRole('combobox', { name, exact: true }))
    .first();
const press = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const drawer = (page: Page): Locator => page.getByRole('complementary', { name: 'Dados do contato' });
const part = (page: Page, name: string): Locator => drawer(page).getByRole('region', { name });
const actions = (page: Page): Locator => part(page, 'Histórico do ticket').getByRole('listitem');
const tags = (page: Page): Locator => page.getByRole('region', { name: 'Tags' });
const focused = (page: Page, what: Locator): Locator => what.and(page.locator(':focus'));
const atList = (page: Page): Promise<void> => page.waitForURL(url => url.pathname === '/tickets');

const choose = async (page: Page, name: string, option: string | RegExp): Promise<void> => {
  await field(page, name).click();
  await page.getByRole('option', { name: option }).click();
};
const openDrawer = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Mostrar dados do contato' }).click();
  await drawer(page).waitFor();
};

describe.skipIf(!chromiumPath())('the work on a ticket', () => {
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  let ana: Person;
  let bruno: Person;

  beforeAll(async () => {
    product = await startProduct();
    await addContact(product.simulatorUrl, marta);
    browser = await openBrowser();
    admin = await login(product.url, 'admin@demo.local', demoPassword);
    ana = await openWindow(browser);
    bruno = await openWindow(browser);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
    await logIn(bruno.page, product.url, 'bruno@demo.local', demoPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const ticketsOf = async (number: string, status: string): Promise<readonly TicketView[]> => {
    const { body } = await admin.tickets(`?status=${status}&showAll=true`);
    return body.tickets.filter(({ contact }) => contact.number === number);
  };
  /** The administrator's window; a login of theirs ends the one before it. */
  const openOffice = async (): Promise<Person> => {
    const office = await openWindow(browser);
    await logIn(office.page, product.url, 'admin@demo.local', demoPassword);
    return office;
  };
  const goTo = async (page: Page, number: string, name: string, status: string): Promise<TicketView> => {
    const [ticket] = await ticketsOf(number, status);
    if (!ticket) throw new Error(`${name} has no ${status} ticket`);
    await page.goto(`${product.url}/tickets/${ticket.uuid}`);
    await heading(page, name).waitFor();
    return ticket;
  };

  it('says so when the attendants could not be had, and asks again', async () => {
    const broken = /\/api\/users\/list/;
    await ana.page.route(broken, route => route.fulfill({ status: 503, body: '' }));
    await row(ana.page, carla.name).click();
    await heading(ana.page, carla.name).waitFor();
    await ana.page.getByRole('button', { name: 'Transferir' }).click();
    const again = dialog(ana.page).getByRole('alert').getByRole('button', { name: 'Tentar de novo' });
    await dialog(ana.page).getByText('Não foi possível carregar os usuários!').waitFor();
    await again.waitFor();
    await ana.page.unroute(broken);
    await again.click();
    await again.waitFor({ state: 'detached' });
    await choose(ana.page, 'Fila', 'Suporte');
    await press(ana.page, 'Cancelar');
    await dialog(ana.page).waitFor({ state: 'detached' });
  });

  it('gives a ticket to a queue, where the others see it at once', async () => {
    await row(ana.page, carla.name).click();
    await heading(ana.page, carla.name).waitFor();
    await tab(bruno.page, /Aguardando/).click();
    await ana.page.getByRole('button', { name: 'Transferir' }).click();
    await press(ana.page, 'Transferir');
    await dialog(ana.page).getByText('Selecione uma fila').waitFor();
    await choose(ana.page, 'Fila', 'Suporte');
    await press(ana.page, 'Transferir');
    await atList(ana.page);
    await row(bruno.page, carla.name).getByText('Suporte').waitFor();
    expect(await ana.page.getByText('Acesso não permitido').count()).toBe(0);
  });

  it('gives a ticket to somebody of a queue with a note that is in its history', async () => {
    await goTo(bruno.page, carla.number, carla.name, 'pending');
    await tab(ana.page, /Atendendo/).click();
    await bruno.page.getByRole('button', { name: 'Transferir' }).click();
    await choose(bruno.page, 'Fila', 'Vendas');
    await choose(bruno.page, 'Atendente', 'Ana');
    await field(bruno.page, 'Observações').fill('Quer a cafeteira de seis xícaras');
    await press(bruno.page, 'Transferir');
    await atList(bruno.page);
    await row(ana.page, carla.name).click();
    await heading(ana.page, carla.name).waitFor();
    await openDrawer(ana.page);
    const last = actions(ana.page).first();
    await last.getByText('transferido para Ana (Vendas) por Bruno').waitFor();
    await last.getByText('Quer a cafeteira de seis xícaras').waitFor();
    await actions(ana.page).getByText('transferido para Suporte por Ana').waitFor();
    await actions(ana.page)
      .getByText(/^Ana aceitou · \d\d:\d\d$/)
      .waitFor();
  });

  it('makes a tag with a colour, shows it in both windows, and takes it off', async () => {
    const { page } = ana;
    await goTo(bruno.page, carla.number, carla.name, 'open');
    await page.getByRole('button', { name: 'Adicionar tag' }).click();
    const search = page.getByRole('textbox', { name: 'Buscar ou criar' });
    await search.fill('VI');
    await page.getByRole('option', { name: 'Criar “VI”' }).click();
    await page.getByText('Mínimo 3 caracteres').waitFor();
    await search.fill('Cliente fiel');
    await page.getByRole('option', { name: 'Criar “Cliente fiel”' }).click();
    await page.getByRole('radio', { name: 'Violeta' }).click();
    const isLeft = Promise.withResolvers<void>();
    const held = async (route: Route): Promise<void> => {
      await isLeft.promise;
      await route.continue();
    };
    await page.route(/\/api\/tags$/, held, { times: 1 });
    await page.getByRole('button', { name: 'Criar tag' }).click();
    // A button that cannot be pressed loses the focus with the next frame.
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Criar tag' }).waitFor({ state: 'detached' });
    await drawer(page).waitFor();
    isLeft.resolve();
    for (const each of [page, bruno.page]) await tags(each).getByText('Cliente fiel').waitFor();
    await focused(page, page.getByRole('button', { name: 'Adicionar tag' })).waitFor();
    await actions(page).getByText('Ana marcou com Cliente fiel').waitFor();
    await tags(bruno.page).getByRole('button', { name: 'Remover Cliente fiel' }).click();
    await tags(page).getByText('Cliente fiel').waitFor({ state: 'detached' });
    await tags(bruno.page).getByRole('button', { name: 'Adicionar tag' }).click();
    await bruno.page.getByRole('option', { name: 'Cliente fiel' }).click();
    await tags(page).getByText('Cliente fiel').waitFor();
  });

  it('keeps notes that the other sees, and lets their writer delete them', async () => {
    const notes = part(ana.page, 'Observações');
    const note = notes.getByRole('textbox', { name: 'Nova observação' });
    await notes.getByRole('button', { name: 'Adicionar' }).click();
    await notes.getByText('Campo obrigatório').waitFor();
    await note.fill('a');
    await note.blur();
    await notes.getByText('Mínimo 2 caracteres').waitFor();
    await note.fill('Prefere ser chamada à tarde');
    await notes.getByRole('button', { name: 'Adicionar' }).click();
    await ana.page.getByText('Observação adicionada com sucesso!').waitFor();
    await openDrawer(bruno.page);
    const seen = part(bruno.page, 'Observações').getByRole('listitem');
    await seen.getByText('Prefere ser chamada à tarde').waitFor();
    expect(await seen.getByRole('button').count()).toBe(0);
    await notes.getByRole('button', { name: 'Excluir observação' }).click();
    await ana.page.getByText('Observação excluída com sucesso!').waitFor();
    await seen.waitFor({ state: 'detached' });
    await actions(bruno.page).getByText('Ana excluiu uma observação').waitFor();
  });

  it('says what is wrong with a contact at its fields, and keeps what is right', async () => {
    const { page } = ana;
    await drawer(page).getByRole('button', { name: 'Editar' }).click();
    const says = (text: string) => dialog(page).getByText(text).first().waitFor();
    await field(page, 'Nome').fill('');
    await field(page, 'Nome').blur();
    await says('Campo obrigatório');
    await field(page, 'Nome').fill('C');
    await press(page, 'Salvar');
    await says('Mínimo 2 caracteres');
    await field(page, 'Nome').fill('C'.repeat(51));
    await press(page, 'Salvar');
    await says('Nome não pode ultrapassar 50 caracteres');
    await field(page, 'Nome').fill('Carla Souza Lima');
    await field(page, 'E-mail').fill('carla@');
    await press(page, 'Salvar');
    await says('Email inválido');
    await expect.poll(() => field(page, 'E-mail').evaluate(input => input.matches(':focus'))).toBe(true);
    await field(page, 'E-mail').fill('carla@mail.example');
    await press(page, 'Adicionar informação');
    await press(page, 'Salvar');
    await says('Campo obrigatório');
    await field(page, 'Nome da informação').fill('CPF');
    await field(page, 'Valor').fill('123.456.789-00');
    await press(page, 'Salvar');
    await dialog(page).waitFor({ state: 'detached' });
    await drawer(page).getByText('carla@mail.example').waitFor();
    await drawer(page).getByText('123.456.789-00').waitFor();
    for (const each of [page, bruno.page]) await heading(each, 'Carla Souza Lima').waitFor();
  });

  it('says who was first when both accept', async () => {
    const waiting = await goTo(ana.page, diego.number, diego.name, 'pending');
    const path = `**/api/tickets/${waiting.id}`;
    await tab(bruno.page, /Aguardando/).click();
    await ana.page.route(path, async route => {
      await row(bruno.page, diego.name).getByRole('button', { name: 'Aceitar' }).click();
      await heading(bruno.page, diego.name).waitFor();
      await route.continue();
    });
    await ana.page.getByRole('button', { name: 'Aceitar', exact: true }).first().click();
    await ana.page
      .getByRole('alert')
      .getByText(/^Bruno aceitou às \d\d:\d\d$/)
      .waitFor();
    await ana.page.unroute(path);
  });

  it('reopens a closed ticket in a queue, over a connection where that is chosen', async () => {
    await admin.call('PUT', '/settings/connectionType', { body: { value: 'enabled' } });
    await goTo(ana.page, elisa.number, elisa.name, 'closed');
    await ana.page.getByRole('button', { name: 'Reabrir' }).click();
    await choose(ana.page, 'Fila', 'Suporte');
    await dialog(ana.page).getByRole('combobox', { name: 'Conexão' }).waitFor();
    await press(ana.page, 'Reabrir');
    await dialog(ana.page).waitFor({ state: 'detached' });
    await ana.page.getByRole('button', { name: 'Retornar' }).waitFor({ state: 'detached' });
    await actions(ana.page).getByText('Ana reabriu em Suporte').waitFor();
    expect(await ticketsOf(elisa.number, 'pending')).toMatchObject([
      { queueId: queues.suporte.queueId, userId: null },
    ]);
  });

  it('opens a ticket with somebody new, and says at each step what is missing', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Novo', exact: true }).click();
    await press(page, 'Atender');
    await dialog(page).getByText('Campo obrigatório').waitFor();
    await dialog(page).getByText('Selecione uma fila').waitFor();
    await field(page, 'Contato').fill('ma');
    await page.getByText('Digite pelo menos 3 caracteres.').waitFor();
    await field(page, 'Contato').fill('Marta Lacerda');
    await page.getByRole('option', { name: 'Criar contato “Marta Lacerda”' }).click();
    const says = (text: string) => dialog(page).getByText(text).waitFor();
    await press(page, 'Criar contato');
    await says('Campo obrigatório');
    await field(page, 'Número').fill('1234567');
    await press(page, 'Criar contato');
    await says('Mínimo 8 Caracteres');
    await field(page, 'Número').fill(nobody);
    await press(page, 'Criar contato');
    await says('Este não é um número de WhatsApp válido.');
    await field(page, 'Número').fill(carla.number);
    await press(page, 'Criar contato');
    await says('Já existe um contato com este número.');
    await dialog(page).getByRole('button', { name: 'Usar Carla Souza Lima' }).waitFor();
    await field(page, 'Número').fill(marta.number);
    await press(page, 'Criar contato');
    await dialog(page).getByRole('combobox', { name: 'Conexão' }).waitFor();
    await choose(page, 'Fila', 'Vendas');
    await press(page, 'Atender');
    await heading(page, marta.name).waitFor();
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Olá, Marta! Seu pedido chegou.');
    await page.keyboard.press('Enter');
    await bubble(page, 'Seu pedido chegou').and(page.locator('[data-state="delivered"]')).waitFor();
    const { shown } = contactPhone(product.simulatorUrl, marta.number, phone.number);
    expect((await shown()).at(-1)?.text).toContain('Seu pedido chegou');
  });

  it('offers the open ticket of a contact who has one already', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Novo', exact: true }).click();
    await field(page, 'Contato').fill('fabio');
    await page.getByRole('option', { name: /Fábio Nogueira/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: /Fábio Nogueira/ }).waitFor({ state: 'hidden' });
    await choose(page, 'Fila', 'Suporte');
    await press(page, 'Atender');
    await dialog(page)
      .getByText(/Já existe um ticket aberto para este contato\. Está com Bruno/)
      .waitFor();
    await press(page, 'Abrir o ticket');
    await dialog(page).waitFor({ state: 'detached' });
    await heading(page, fabio.name).waitFor();
  });

  it('lists the earlier tickets of a contact and leads there', async () => {
    const { page } = ana;
    const [first] = await ticketsOf(marta.number, 'open');
    await goTo(page, marta.number, marta.name, 'open');
    await part(page, 'Tickets anteriores').getByText('Este é o primeiro ticket.').waitFor();
    await page.getByRole('button', { name: 'Resolver' }).click();
    await page.getByRole('button', { name: 'Reabrir' }).waitFor();
    await contactPhone(product.simulatorUrl, marta.number, phone.number).write('Voltei!');
    await tab(page, /Aguardando/).click();
    await row(page, marta.name).waitFor();
    const second = await goTo(page, marta.number, marta.name, 'pending');
    const link = part(page, 'Tickets anteriores').getByRole('link', { name: /Fechado/ });
    await link.click();
    await page.waitForURL(new RegExp(first?.uuid ?? 'nothing'));
    expect(first?.uuid).not.toBe(second.uuid);
  });

  it('offers the other open ticket where one is reopened beside it', async () => {
    const { page } = ana;
    const [waiting] = await ticketsOf(marta.number, 'pending');
    await goTo(page, marta.number, marta.name, 'closed');
    await page.getByRole('button', { name: 'Reabrir' }).click();
    await choose(page, 'Fila', 'Vendas');
    await press(page, 'Reabrir');
    await dialog(page)
      .getByText(/Já existe um ticket aberto para este contato/)
      .waitFor();
    await press(page, 'Abrir o ticket');
    await page.waitForURL(new RegExp(waiting?.uuid ?? 'nothing'));
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('opens the contact over the conversation without beginning at the way out of it', async () => {
    const { page } = ana;
    const before = page.viewportSize();
    await page.setViewportSize({ width: 1_000, height: 800 });
    await page.getByRole('button', { name: 'Mostrar dados do contato' }).focus();
    await page.keyboard.press('Enter');
    const over = page.getByRole('dialog', { name: 'Dados do contato' });
    await over.getByRole('region', { name: 'Tickets anteriores' }).waitFor();
    await expect.poll(() => over.locator(':focus').count()).toBe(1);
    const wayOut = over.getByRole('button', { name: 'Fechar dados do contato' });
    expect(await focused(page, wayOut).count()).toBe(0);
    expect(await page.getByRole('tooltip').count()).toBe(0);
    await page.keyboard.press('Escape');
    await over.waitFor({ state: 'detached' });
    if (before) await page.setViewportSize(before);
  });

  it('asks before a ticket is deleted, names what goes, and tells who has it open', async () => {
    const ticket = await goTo(ana.page, carla.number, 'Carla Souza Lima', 'open');
    const boss = await openOffice();
    await boss.page.goto(`${product.url}/tickets/${ticket.uuid}`);
    await ana.page.getByRole('button', { name: 'Mais ações' }).click();
    await ana.page.getByRole('menuitem', { name: 'Agendar mensagem' }).waitFor();
    expect(await ana.page.getByRole('menuitem', { name: 'Excluir' }).count()).toBe(0);
    await ana.page.keyboard.press('Escape');
    await ana.page.getByRole('menu').waitFor({ state: 'detached' });
    await boss.page.getByRole('button', { name: 'Mais ações' }).click();
    await boss.page.getByRole('menuitem', { name: 'Excluir' }).click();
    await dialog(boss.page).getByText('Deseja realmente excluir este registro?').waitFor();
    await dialog(boss.page).getByText(`o ticket #${ticket.number} de Carla Souza Lima`).waitFor();
    // Nothing is under way until it is confirmed.
    expect(await boss.page.locator('header button:disabled').count()).toBe(0);
    await press(boss.page, 'Excluir');
    for (const { page } of [boss, ana]) {
      await page.getByText('Ticket deletado com sucesso!').waitFor();
      await atList(page);
    }
    await ana.page.goto(`${product.url}/tickets/${ticket.uuid}`);
    await ana.page.getByText('Ticket não encontrado.').waitFor();
    expect(boss.errors).toEqual([]);
    await boss.context.close();
    admin = await login(product.url, 'admin@demo.local', demoPassword);
  });

  it('merges two contacts of one person and parts them again', async () => {
    const ticket = await goTo(ana.page, fabio.number, fabio.name, 'open');
    const boss = await openOffice();
    const { page } = boss;
    await page.goto(`${product.url}/tickets/${ticket.uuid}`);
    await openDrawer(page);
    const merge = drawer(page).getByRole('button', { name: 'Juntar com outro contato' });
    await merge.click();
    await field(page, 'Contato a juntar').waitFor();
    await page.keyboard.press('Escape');
    await focused(page, merge).waitFor();
    await merge.click();
    await press(page, 'Juntar');
    await dialog(page).getByText('Escolha um contato').waitFor();
    await field(page, 'Contato a juntar').fill('marta');
    await page.getByRole('option', { name: /Marta Lacerda/ }).click();
    await press(page, 'Juntar');
    await dialog(page).waitFor({ state: 'detached' });
    await focused(page, merge).waitFor();
    const merged = part(page, 'Contatos juntos');
    await merged.getByText(marta.name).waitFor();
    await part(page, 'Tickets posteriores').getByText('Voltei!').waitFor();
    await merged.getByRole('button', { name: 'Separar Marta Lacerda' }).click();
    await merged.waitFor({ state: 'detached' });
    await part(page, 'Tickets anteriores').getByText('Este é o primeiro ticket.').waitFor();
    expect(boss.errors).toEqual([]);
    await boss.context.close();
  });

  it('leaves no complaint in the browsers', () => {
    expect([...ana.errors, ...bruno.errors]).toEqual([]);
  });
});
