import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TagRef } from '#contracts/tags.ts';
import { contacts, users } from '#start/demo/records.ts';
import { chromiumPath, logIn, narrow, openWindow } from './browser.ts';
import { untranslated } from './languages.ts';
import { ticketsTour } from './languages-tour.ts';
import { focused, found, type ListStage, openListStage, people, search } from './list-stage.ts';
import { demoPassword } from './product.ts';
import { bubble, row, rows, tab } from './screen.ts';

const { carla, diego, fabio } = contacts;
const { vera, tales } = people;

describe.skipIf(!chromiumPath())('the search', () => {
  let stage: ListStage;
  beforeAll(async () => {
    stage = await openListStage();
    await stage.says(vera.number, 'Bom dia, a encomenda já saiu?');
    await stage.says(tales.number, 'Vocês abrem no feriado?');
    await stage.says(tales.number, 'Preciso de dois bolos.');
    await tab(stage.ana.page, /Aguardando/).click();
    await row(stage.ana.page, 'Preciso de dois bolos.').waitFor();
    await row(stage.ana.page, vera.name).waitFor();
  });
  afterAll(() => stage?.close());

  it('finds tickets by name, by number and by what was said, and messages with the words marked', async () => {
    const { page } = stage.ana;
    await search(page, 'lucia');
    await row(page, vera.name).waitFor();
    expect(await rows(page).count()).toBe(1);
    await search(page, diego.number.slice(-8));
    await row(page, diego.name).waitFor();
    await row(page, vera.name).waitFor({ state: 'detached' });
    await search(page, 'feriado');
    await row(page, tales.name).waitFor();
    const message = found(page).filter({ hasText: tales.name });
    expect(await message.locator('mark').allTextContents()).toEqual(['feriado']);

    await search(page, 'cafeteira');
    await found(page).filter({ hasText: carla.name }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await bubble(page, 'Vocês têm a cafeteira italiana').waitFor();
    await search(page, 'xilofone');
    await page.getByText('Nada encontrado. Tente outra palavra, ou tire um filtro.').waitFor();
  });

  it('shows at once what newly has what is searched for, and what changes of the rest', async () => {
    const { page } = stage.ana;
    await search(page, 'bolos');
    await row(page, tales.name).waitFor();
    await stage.says(vera.number, 'E quero três bolos.');
    await row(page, vera.name).getByText('E quero três bolos.').waitFor();
    await stage.says(tales.number, 'Esqueçam.');
    await row(page, tales.name).getByText('Esqueçam.').waitFor();
    expect(await rows(page).first().textContent()).toContain(tales.name);
  });

  it('is narrowed by tag, and for an admin by user and by day', async () => {
    const { admin } = stage;
    const tag = await admin.call<TagRef>('POST', '/tags', { body: { name: 'Urgente', color: '#e03131' } });
    expect(tag.status).toBeLessThan(300);
    const { id } = await stage.ticketOf(fabio.number);
    const body = { ticketId: id, tags: [{ id: tag.body.id }] };
    expect((await admin.call('POST', '/tags/sync', { body })).status).toBeLessThan(300);
    expect(await stage.ana.page.getByRole('button', { name: 'Usuários' }).count()).toBe(0);

    const { page } = await stage.seat(users.admin.email);
    const choose = async (filter: string, option: string): Promise<void> => {
      await page.getByRole('button', { name: filter, exact: true }).click();
      await page.getByRole('dialog', { name: filter }).getByRole('checkbox', { name: option }).check();
      await page.keyboard.press('Escape');
    };
    const clear = () => page.getByRole('button', { name: 'Limpar', exact: true }).click();
    const only = async (...names: string[]): Promise<void> => {
      for (const name of names) await row(page, name).waitFor();
      await expect.poll(() => rows(page).count()).toBe(names.length);
    };
    await page.getByRole('tab', { name: 'Busca' }).click();
    await choose('Tags', 'Urgente');
    await only(fabio.name);
    await row(page, fabio.name).getByText('Urgente', { exact: true }).waitFor();
    await clear();

    await choose('Usuários', 'Ana');
    await only(carla.name);
    await page.getByRole('button', { name: 'Data', exact: true }).click();
    const calendar = page.getByRole('dialog', { name: 'Data' });
    await calendar.getByText('Atualizado em').click();
    await calendar.locator('button[data-highlight-today]').click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Atualizado \d\d\/\d\d\/\d{4}$/ }).waitFor();
    await only(carla.name);
    await clear();
    await page.getByText('Busque por nome, número').waitFor();
  });

  it('is reached and worked with by the keyboard', async () => {
    const { page } = stage.ana;
    await page.goto(`${stage.product.url}/tickets`);
    await row(page, carla.name).waitFor();
    await page.keyboard.press('/');
    await focused(page.getByRole('searchbox')).waitFor();
    await page.keyboard.type('cafeteira');
    await found(page).first().waitFor();
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('j');
    await focused(row(page, carla.name)).waitFor();
    await page.keyboard.press('j');
    await focused(found(page).first()).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await help.waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await focused(found(page).first()).waitFor();
    await page.keyboard.press('k');
    await focused(row(page, carla.name)).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    await bubble(page, 'cafeteira').first().waitFor();
  });

  it('is kept on a phone while a conversation is read', async () => {
    const { page, context } = await openWindow(stage.browser, { viewport: narrow });
    await logIn(page, stage.product.url, users.bruno.email, demoPassword);
    await search(page, 'batedeira');
    await row(page, fabio.name).click();
    await bubble(page, 'batedeira').first().waitFor();
    expect(await page.getByRole('region', { name: 'Lista de tickets' }).count()).toBe(0);
    await page
      .getByRole('navigation', { name: 'Visões' })
      .getByRole('button', { name: 'Atendimentos' })
      .click();
    await row(page, fabio.name).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('batedeira');
    await context.close();
  });

  it.each(['en', 'es'] as const)('and all the work on tickets speak %s', async language => {
    const { page, context, errors } = await openWindow(stage.browser);
    await logIn(page, stage.product.url, users.admin.email, demoPassword);
    await page.evaluate(`localStorage.setItem('language', '${language}')`);
    await page.reload();
    page.on('console', said => {
      if (said.type() === 'error') errors.push(said.text());
    });
    const left: string[] = [];
    await ticketsTour(page, language, async where => {
      for (const line of await untranslated(page, language)) left.push(`${where}: ${line}`);
    });
    expect(left).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('leaves no complaint in the browsers', () => {
    expect([...stage.ana.errors, ...stage.bruno.errors]).toEqual([]);
  });
});
