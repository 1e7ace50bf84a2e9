import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contacts } from '#start/demo/records.ts';
import { chromiumPath, logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { bubble, row, rows, tab } from './screen.ts';

const { carla, elisa } = contacts;

describe.skipIf(!chromiumPath())('erasing a person on the screen', () => {
  let product: Product;
  let browser: Browser;
  let admin: Person;
  let ana: Person;

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    admin = await openWindow(browser);
    ana = await openWindow(browser);
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const openDialog = async (item: string, title: RegExp): Promise<Locator> => {
    const { page } = admin;
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    return page.getByRole('dialog', { name: title });
  };
  const askToErase = (): Promise<Locator> => openDialog('Apagar dados do contato', /Apagar os dados de/);

  it('is not offered to attendants', async () => {
    await row(ana.page, carla.name).click();
    await bubble(ana.page, 'Temos sim, por R$ 129,90').waitFor();
    await ana.page.getByRole('button', { name: 'Mais ações' }).click();
    await ana.page.getByRole('menuitem', { name: 'Agendar mensagem' }).waitFor();
    expect(await ana.page.getByRole('menuitem', { name: 'Apagar dados do contato' }).count()).toBe(0);
    await ana.page.keyboard.press('Escape');
    await ana.page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it('names what will go and asks for the number', async () => {
    const { page } = admin;
    await row(page, carla.name).click();
    await bubble(page, 'Temos sim, por R$ 129,90').waitFor();
    const dialog = await askToErase();
    await dialog.getByText(`nome, número, e-mail e foto de ${carla.name}`).waitFor();
    await dialog.getByText('3 mensagens, com seu conteúdo').waitFor();
    await dialog.getByLabel(/Para confirmar, digite/).fill('12345');
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await dialog.getByText('Não é o que foi pedido.').waitFor();
    expect(await bubble(page, 'Temos sim').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('leaves nothing of the person on any screen, live and after a reload', async () => {
    const { page } = admin;
    const dialog = await askToErase();
    await dialog.getByLabel(/Para confirmar, digite/).fill(carla.number);
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('Operação realizada com sucesso!').waitFor();

    for (const person of [admin, ana]) {
      await person.page.getByRole('heading', { name: 'Contato apagado' }).waitFor();
      await bubble(person.page, 'Conteúdo apagado').nth(2).waitFor();
      expect(await person.page.getByText(carla.name).count()).toBe(0);
      await person.page.reload();
      await person.page.getByRole('heading', { name: 'Contato apagado' }).waitFor();
      await bubble(person.page, 'Conteúdo apagado').nth(2).waitFor();
      expect(await person.page.content()).not.toContain(carla.number);
      expect(await person.page.content()).not.toContain('cafeteira');
    }
  });

  it('shows the proof instead when asked again, and touches nobody else', async () => {
    const { page } = admin;
    const dialog = await openDialog('Prova do apagamento', /Prova do apagamento/);
    await dialog.getByText(/Apagado por Administração em/).waitFor();
    await dialog.getByText(/As chaves foram destruídas em/).waitFor();
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await tab(page, /Fechados/).click();
    await row(page, elisa.name).waitFor();
    await rows(page).filter({ hasText: 'Contato apagado' }).waitFor();
    expect(admin.errors).toEqual([]);
    expect(ana.errors).toEqual([]);
  });
});
