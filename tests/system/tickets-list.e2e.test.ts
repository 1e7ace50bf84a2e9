import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TagRef } from '#contracts/tags.ts';
import { contacts, queues, users } from '#start/demo/records.ts';
import { chromiumPath } from './browser.ts';
import {
  countOn,
  doubledRows,
  type ListStage,
  openListStage,
  people,
  shownRows,
  trueRows,
} from './list-stage.ts';
import { row, rows, tab } from './screen.ts';

const { carla, diego, elisa, fabio } = contacts;
const { vera, tales, rosa, ivo, nina } = people;

describe.skipIf(!chromiumPath())('the list of tickets', () => {
  let stage: ListStage;
  beforeAll(async () => {
    stage = await openListStage();
  });
  afterAll(() => stage?.close());

  it('counts under each tab what is in its list, for everybody at once', async () => {
    const [ana, bruno] = [stage.ana.page, stage.bruno.page];
    for (const page of [ana, bruno]) {
      await tab(page, /Aguardando/).click();
      await row(page, diego.name).waitFor();
    }
    const waiting = await rows(bruno).count();
    expect(await countOn(bruno, 'pending')).toBe(waiting);
    const mine = await countOn(ana, 'open');

    await stage.says(vera.number, 'Bom dia, a encomenda já saiu?');
    const { id } = await expect
      .poll(() => stage.ticketOf(vera.number).catch(() => undefined))
      .toBeDefined()
      .then(() => stage.ticketOf(vera.number));
    for (const page of [ana, bruno]) {
      await row(page, vera.name).waitFor();
      expect(await countOn(page, 'pending')).toBe(waiting + 1);
      expect((await shownRows(page))[0]).toContain(id);
    }
    await ana.getByRole('button', { name: `Aceitar ${vera.name}` }).click();
    await row(bruno, vera.name).waitFor({ state: 'detached' });
    expect(await countOn(bruno, 'pending')).toBe(waiting);
    await ana.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await expect.poll(() => countOn(ana, 'open')).toBe(mine + 1);
    await tab(ana, /Atendendo/).click();
    await row(ana, vera.name).waitFor();
    expect(await countOn(ana, 'open')).toBe(await rows(ana).count());
  });

  it('shows at a peek what was written, and leaves it unread', async () => {
    await stage.says(tales.number, 'Vocês abrem no feriado?');
    await stage.says(tales.number, 'Preciso de dois bolos.');
    const { page } = stage.bruno;
    const waiting = row(page, tales.name);
    await waiting.getByTestId('unread').getByText('2').waitFor();
    await waiting.click({ position: { x: 100, y: 10 } });
    expect(new URL(page.url()).pathname).toBe('/tickets');
    await waiting.getByRole('button', { name: /^Espiar/ }).click();
    const peek = page.getByRole('dialog', { name: `Espiar conversa de ${tales.name}` });
    await peek.getByText('Preciso de dois bolos.').waitFor();
    expect(await peek.getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    await waiting.getByTestId('unread').getByText('2').waitFor();
    expect((await stage.ticketOf(tales.number)).unreadMessages).toBe(2);
  });

  it('remembers the chosen queues, and takes out live what leaves them', async () => {
    const { page } = stage.bruno;
    await row(page, diego.name).waitFor();
    await page.getByRole('button', { name: 'Filas' }).click();
    const choice = page.getByRole('dialog', { name: 'Filas' });
    await choice.getByRole('checkbox', { name: queues.suporte.name }).uncheck();
    await page.keyboard.press('Escape');
    await row(page, diego.name).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: '1 fila' }).waitFor();
    await tab(page, /Aguardando/).click();
    await row(page, tales.name).waitFor();
    expect(await row(page, diego.name).count()).toBe(0);

    const { id } = await stage.ticketOf(tales.number);
    await stage.change(id, { queueId: queues.suporte.queueId });
    await row(page, tales.name).waitFor({ state: 'detached' });
    await expect.poll(async () => (await countOn(page, 'pending')) === (await rows(page).count())).toBe(true);
    await stage.change(id, { queueId: queues.vendas.queueId });
    await row(page, tales.name).waitFor();
    await page.getByRole('button', { name: '1 fila' }).click();
    await page.getByRole('button', { name: 'Todas as filas' }).click();
    await page.keyboard.press('Escape');
    await row(page, diego.name).waitFor();
  });

  it('takes a transferred ticket from one attendant to the other', async () => {
    const [ana, bruno] = [stage.ana.page, stage.bruno.page];
    await tab(bruno, /Atendendo/).click();
    await row(ana, vera.name).waitFor();
    const { id } = await stage.ticketOf(vera.number);
    await stage.change(id, { queueId: queues.vendas.queueId, userId: users.bruno.userId });
    await row(ana, vera.name).waitFor({ state: 'detached' });
    await row(bruno, vera.name)
      .getByText(/Vendas · Bruno/)
      .waitFor();
    for (const page of [ana, bruno]) expect(await countOn(page, 'open')).toBe(await rows(page).count());
  });

  it('closes a ticket from its row, and shows it as closed', async () => {
    const { page } = stage.bruno;
    await row(page, vera.name).hover();
    await page.getByRole('button', { name: `Fechar ticket de ${vera.name}` }).click();
    await row(page, vera.name).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Fechados' }).click();
    for (const { name } of [vera, elisa]) {
      await row(page, name).getByText('Fechado', { exact: true }).waitFor();
    }
    await page.getByRole('tab', { name: 'Abertos' }).click();
  });

  it('shows at once what a contact and a tag are called now', async () => {
    const { page } = stage.ana;
    await tab(page, /Aguardando/).click();
    const { id } = await stage.ticketOf(tales.number);
    const tag = await stage.admin.call<TagRef>('POST', '/tags', {
      body: { name: 'Orçamento', color: '#e03131' },
    });
    const body = { ticketId: id, tags: [{ id: tag.body.id }] };
    await stage.admin.call('POST', '/tags/sync', { body });
    await row(page, tales.name).getByText('Orçamento', { exact: true }).waitFor();
    const before = await shownRows(page);
    const changed = { name: 'Pago', color: '#2f9e44' };
    expect((await stage.admin.call('PUT', `/tags/${tag.body.id}`, { body: changed })).status).toBe(200);
    const chip = row(page, tales.name).getByTitle('Pago');
    await chip.waitFor();
    const dot = await chip.locator('span').first().getAttribute('style');
    expect(dot).toContain('rgb(47, 158, 68)');
    const { contactId } = await stage.ticketOf(tales.number);
    const renamed = await stage.admin.call('PUT', `/contacts/${contactId}`, { body: { name: 'Tales M.' } });
    expect(renamed.status).toBe(200);
    await row(page, 'Tales M.').getByTitle('Pago').waitFor();
    expect(await shownRows(page)).toEqual(before);
  });

  it('equals the server’s after a while without network', async () => {
    const { page, context } = stage.ana;
    await page.goto(`${stage.product.url}/tickets`);
    for (const name of [/Aguardando/, /Grupos/, /Atendendo/]) await tab(page, name).click();
    await row(page, carla.name).waitFor();
    await context.setOffline(true);
    await page.getByText('Reconectando…').waitFor();

    await stage.says(rosa.number, 'Quero encomendar salgados.');
    await stage.says(ivo.number, 'A nota fiscal veio errada.');
    await stage.says(nina.number, 'Alguém aí?');
    for (let n = 1; n <= 12; n++) await stage.says(diego.number, `ainda espero, ${n}`);
    await expect.poll(() => stage.lastOf(diego.number), { timeout: 30_000 }).toBe('ainda espero, 12');
    await expect.poll(() => stage.lastOf(nina.number)).toBe('Alguém aí?');
    const taken = (userId: string) => ({ queueId: queues.vendas.queueId, userId });
    await stage.change((await stage.ticketOf(ivo.number)).id, taken(users.bruno.userId));
    await stage.change((await stage.ticketOf(nina.number)).id, taken(users.ana.userId));
    await stage.change((await stage.ticketOf(carla.number)).id, { status: 'closed' });
    const name = 'Diego M. Martins';
    const renamed = await stage.admin.call('PUT', `/contacts/${diego.contactId}`, { body: { name } });
    expect(renamed.status).toBe(200);
    await context.setOffline(false);
    await page.getByText('Reconectando…').waitFor({ state: 'detached' });

    await row(page, nina.name).waitFor();
    expect(await row(page, carla.name).count()).toBe(0);
    for (const [label, status] of [
      [/Atendendo/, 'open'],
      [/Aguardando/, 'pending'],
      [/Grupos/, 'groups'],
    ] as const) {
      await tab(page, label).click();
      await expect.poll(() => shownRows(page)).toEqual(await trueRows(page, `?status=${status}`));
      expect(await countOn(page, status)).toBe((await shownRows(page)).length);
    }
    await tab(page, /Aguardando/).click();
    await row(page, name).getByText('ainda espero, 12').waitFor();
  });

  it('shows everybody’s tickets to those who may see them, until they want their own alone', async () => {
    expect(await stage.ana.page.getByRole('switch', { name: 'Todos' }).count()).toBe(0);
    const { page, errors } = await stage.seat(users.admin.email);
    for (const { name } of [fabio, ivo, nina]) await row(page, name).waitFor();
    expect(await countOn(page, 'open')).toBe(await rows(page).count());
    await page.getByRole('switch', { name: 'Todos' }).click();
    await page.getByText('Nenhum ticket com você.').waitFor();
    expect(errors).toEqual([]);
  });

  it('has shown no ticket twice, and leaves no complaint in the browsers', async () => {
    for (const { page } of [stage.ana, stage.bruno]) expect(await doubledRows(page)).toEqual([]);
    expect([...stage.ana.errors, ...stage.bruno.errors]).toEqual([]);
  });
});
