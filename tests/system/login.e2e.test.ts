import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, logIn, openBrowser, openWindow } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

describe.skipIf(!chromiumPath())('login', () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('sends who is not logged in to the login, and back to the tickets after it', async () => {
    const { page, context } = await openWindow(browser);
    const complaints: string[] = [];
    page.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${product.url}/tickets`);
    await page.waitForURL(/\/login/);
    await page.getByLabel('E-mail').waitFor();
    expect(complaints).toEqual([]);
    await logIn(page, product.url, 'ana@demo.local', demoPassword);
    expect(new URL(page.url()).pathname).toBe('/tickets');
    await page.getByText('Escolha um ticket na lista para ver a conversa.').waitFor();
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByRole('tab', { name: /Aguardando/ }).waitFor();
    await page.goto(`${product.url}/login`);
    await page.waitForURL(/\/tickets/);
    await context.close();
  });

  it('tells a wrong password, and keeps what was typed', async () => {
    const { page, context } = await openWindow(browser);
    await page.goto(`${product.url}/login`);
    await page.getByLabel('E-mail').fill('bruno@demo.local');
    await page.getByLabel('Senha', { exact: true }).fill('não é esta');
    const enter = page.getByRole('button', { name: 'Entrar' });
    const before = await enter.boundingBox();
    await enter.click();
    await page.getByRole('alert').getByText('E-mail ou senha incorretos.').waitFor();
    expect(await enter.boundingBox()).toEqual(before);
    expect(await page.getByText('E-mail ou senha incorretos.').count()).toBe(1);
    expect(await page.getByLabel('E-mail').inputValue()).toBe('bruno@demo.local');
    await context.close();
  });

  it('keeps the session over a reload, and ends it with logout', async () => {
    const { page, context } = await openWindow(browser);
    await logIn(page, product.url, 'bruno@demo.local', demoPassword);
    await page.reload();
    await page.getByRole('tab', { name: /Aguardando/ }).waitFor();
    await page.getByRole('button', { name: /Menu de Bruno/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL(/\/login/);
    await page.goto(`${product.url}/tickets`);
    await page.waitForURL(/\/login/);
    await context.close();
  });

  it('shows administration to admins only', async () => {
    const admin = await openWindow(browser);
    await logIn(admin.page, product.url, 'admin@demo.local', demoPassword);
    await admin.page.getByRole('link', { name: /Conexões/ }).click();
    await admin.page.getByText('Loja Centro').first().waitFor();
    await admin.context.close();

    const ana = await openWindow(browser);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
    await ana.page.getByRole('tab', { name: /Aguardando/ }).waitFor();
    expect(await ana.page.getByRole('link', { name: /Conexões/ }).count()).toBe(0);
    await ana.page.goto(`${product.url}/connections`);
    await ana.page.waitForURL(/\/tickets/);
    await ana.context.close();
  });

  it('ends the session here when the account logs in elsewhere', async () => {
    const here = await openWindow(browser);
    await logIn(here.page, product.url, 'ana@demo.local', demoPassword);
    await here.page.getByRole('tab', { name: /Aguardando/ }).waitFor();
    const elsewhere = await openWindow(browser);
    await logIn(elsewhere.page, product.url, 'ana@demo.local', demoPassword);
    await here.page.getByText('Sua conta foi acessada em outro computador.').first().waitFor();
    await here.page.waitForURL(/\/login/);
    await here.context.close();
    await elsewhere.context.close();
  });
});
