import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone } from '#start/demo/records.ts';
import { addContact, type Caller, contactPhone, login } from './api.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { faults } from './probes.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, row, tab, write } from './screen.ts';

const zelia = { number: '5548922330011', name: 'Zélia Prado' };
const ivo = { number: '5548922330012', name: 'Ivo Nunes' };

describe.skipIf(!chromiumPath())('a queue that talks', () => {
  let product: Product;
  let browser: Browser;
  let admin: Person;
  let caller: Caller;

  beforeAll(async () => {
    product = await startProduct({ menu: true });
    await addContact(product.simulatorUrl, zelia);
    await addContact(product.simulatorUrl, ivo);
    caller = await login(product.url, 'admin@demo.local', demoPassword);
    const rating = { key: 'userRating', value: 'enabled' };
    expect((await caller.call('PUT', '/settings/userRating', { body: rating })).status).toBe(200);
    browser = await openBrowser();
    admin = await openWindow(browser);
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const phoneOf = (number: string) => contactPhone(product.simulatorUrl, number, phone.number);
  /** What the company has written, as it stands on the contact's phone. */
  const heard = async (number: string): Promise<string[]> =>
    (await phoneOf(number).shown()).filter(({ fromMe }) => !fromMe).map(({ text }) => text);
  const untilHeard = (number: string, words: RegExp) =>
    expect.poll(async () => (await heard(number)).at(-1), { timeout: 30_000 }).toMatch(words);

  it('greets, lists the queues, hints, and puts the ticket into the one that is chosen', async () => {
    const { page } = admin;
    await tab(page, /Aguardando/).click();
    for (const words of ['Olá', 'preciso de ajuda']) await phoneOf(zelia.number).write(words);
    await untilHeard(zelia.number, /\*1\* - Vendas\n\*2\* - Suporte/);
    expect(await heard(zelia.number)).toHaveLength(1);
    await row(page, zelia.name).getByText('menu: escolhendo a fila').waitFor();
    await phoneOf(zelia.number).write('quero falar');
    await untilHeard(zelia.number, /^Não entendi/);
    await phoneOf(zelia.number).write('suporte');
    await row(page, zelia.name).getByText('Suporte').waitFor();
    await row(page, zelia.name).getByText('menu:').waitFor({ state: 'detached' });
  });

  it('is taken out of the menu with one click, and silent from then on', async () => {
    const { page } = admin;
    await phoneOf(ivo.number).write('Bom dia');
    await untilHeard(ivo.number, /\*2\* - Suporte/);
    const before = (await heard(ivo.number)).length;
    await row(page, ivo.name).getByRole('button', { name: /robô/ }).click();
    await tab(page, /Atendendo/).click();
    await row(page, ivo.name).click();
    await phoneOf(ivo.number).write('2');
    await bubble(page, '2').first().waitFor();
    await write(page, 'Sou a Ana, pode falar');
    await untilHeard(ivo.number, /pode falar/);
    expect(await heard(ivo.number)).toHaveLength(before + 1);
  });

  it('asks for a mark when a ticket is resolved, but not where that was undone', async () => {
    const { page } = admin;
    await tab(page, /Aguardando/).click();
    await row(page, zelia.name)
      .getByRole('button', { name: /Aceitar/ })
      .click();
    await tab(page, /Atendendo/).click();
    await row(page, zelia.name).click();
    await bubble(page, 'Não entendi').getByText('automática · dica').waitFor();
    expect(await faults(page)).toEqual([]);
    const before = (await heard(zelia.number)).length;
    await page.getByRole('button', { name: 'Resolver' }).click();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('button', { name: 'Resolver' }).waitFor();
    await write(page, 'Mais uma coisa');
    await untilHeard(zelia.number, /Mais uma coisa/);
    await page.getByRole('button', { name: 'Resolver' }).click();
    await untilHeard(zelia.number, /Como foi o seu atendimento/);
    expect(await heard(zelia.number)).toHaveLength(before + 2);
    await phoneOf(zelia.number).write('3');
    await untilHeard(zelia.number, /^Obrigado/);
    await page.getByRole('button', { name: 'Mostrar dados do contato' }).click();
    await page.getByRole('region', { name: 'Avaliações' }).getByText('Muito satisfeito').waitFor();
  });

  it('shows thanks in the closed ticket, and asks nothing because of them', async () => {
    const { page } = admin;
    const before = (await heard(zelia.number)).length;
    await phoneOf(zelia.number).write('Muito obrigada! 🙏');
    await bubble(page, 'Muito obrigada! 🙏').first().waitFor();
    await page.getByRole('button', { name: 'Reabrir' }).waitFor();
    await phoneOf(zelia.number).write('E o prazo?');
    await untilHeard(zelia.number, /\*2\* - Suporte/);
    expect(await heard(zelia.number)).toHaveLength(before + 1);
  });

  it('leaves no error in the console', () => {
    expect(admin.errors).toEqual([]);
  });
});
