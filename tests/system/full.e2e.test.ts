import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from './api.ts';
import { chromiumPath, logIn, openBrowser, openWindow } from './browser.ts';
import { demoPassword, type Product, startProduct } from './product.ts';
import { tab } from './screen.ts';

describe.skipIf(!chromiumPath())('a server that takes no more live pages', () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct({ env: { LIVE_SOCKETS_PERSON: '1', LIVE_SOCKETS_COMPANY: '2' } });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** A page that asks again before another one's place is free waits once more. */
  const liveSockets = async (): Promise<number> => {
    const text = await (await fetch(`${product.url}/metrics`)).text();
    return Number(/^balcao_live_sockets (\d+)/m.exec(text)?.[1]);
  };

  it('is told by the page in so many words, which comes back by itself once there is room', async () => {
    const ana = await openWindow(browser);
    await logIn(ana.page, product.url, 'ana@demo.local', demoPassword);
    await tab(ana.page, /Aguardando/).waitFor();
    const second = await ana.context.newPage();
    await second.clock.install();
    await second.goto(`${product.url}/tickets`);
    const crowded = second.getByText('Há muitas páginas abertas com este login.');
    await crowded.waitFor();
    await ana.page.close();
    await expect.poll(liveSockets).toBe(0);
    await second.clock.fastForward(31_000);
    await crowded.waitFor({ state: 'detached' });

    const others = await Promise.all(
      ['admin@demo.local', 'bruno@demo.local'].map(email => login(product.url, email, demoPassword)),
    );
    const admin = await others[0]?.live();
    const bruno = await openWindow(browser);
    await bruno.page.clock.install();
    await logIn(bruno.page, product.url, 'bruno@demo.local', demoPassword);
    const full = bruno.page.getByText('O servidor está cheio.');
    await full.waitFor();
    admin?.close();
    await expect.poll(liveSockets).toBe(1);
    await bruno.page.clock.fastForward(31_000);
    await full.waitFor({ state: 'detached' });
    expect(await second.getByText('Reconectando…').count()).toBe(0);
  });
});
