import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { contacts, phone } from '#start/demo/records.ts';
import { contactPhone } from './system/api.ts';
import { logIn, narrow, openBrowser, openWindow, wide } from './system/browser.ts';
import { phonesOn } from './system/phones.ts';
import { demoPassword, startProduct } from './system/product.ts';

/** Takes the pictures of README and user guide from a fresh demo, so that they show what is there: npm run screenshots. */
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
mkdirSync(folder, { recursive: true });

const conversation = async (page: Page): Promise<void> => {
  await page
    .getByTestId(/^ticket-row-/)
    .first()
    .click();
  await page
    .getByTestId(/^message-/)
    .first()
    .waitFor();
};

/** Carla's phone in the middle of a conversation with more than text. */
const simulator = async (page: Page): Promise<void> => {
  const { name } = contacts.carla;
  const { device, shown, writeAs, act, attach } = phonesOn(page);
  await shown(name, 'Posso separar').first().waitFor();
  if ((await shown(name, 'É desta cor?').count()) === 0) {
    await act(name, 'Posso separar', 'Responder');
    await writeAs(name, 'Pode! É desta cor?');
    await attach(name, 'Mensagem de voz de exemplo');
    await act(name, 'Oi, Carla!', 'Reagir com ❤️');
  }
  await device(name).getByText('0:02').waitFor();
  await device(name).scrollIntoViewIfNeeded();
};

const product = await startProduct();
const browser = await openBrowser();
try {
  const rita = { number: '5585933330009', name: 'Rita Alencar' };
  await fetch(`${product.simulatorUrl}/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rita),
  });
  await contactPhone(product.simulatorUrl, rita.number, phone.number).write(
    'Olá! Vocês entregam em Fortaleza?',
  );

  const views = [
    { suffix: 'wide-light', viewport: wide, colorScheme: 'light' as const },
    { suffix: 'wide-dark', viewport: wide, colorScheme: 'dark' as const },
    { suffix: 'narrow-light', viewport: narrow, colorScheme: 'light' as const },
    { suffix: 'narrow-dark', viewport: narrow, colorScheme: 'dark' as const },
  ];
  for (const { suffix, ...view } of views) {
    const { page, context } = await openWindow(browser, view);
    const shoot = async (name: string) => {
      await page.mouse.move(0, 0);
      await page.screenshot({ path: `${folder}${name}-${suffix}.png` });
    };
    await page.goto(`${product.url}/login`);
    await page.getByLabel('E-mail').waitFor();
    await shoot('login');
    await logIn(page, product.url, 'admin@demo.local', demoPassword);
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await page
      .getByTestId(/^ticket-row-/)
      .filter({ hasText: rita.name })
      .waitFor();
    await shoot('waiting');
    await page.getByRole('tab', { name: /Atendendo/ }).click();
    await page.getByRole('switch', { name: 'Todos' }).click();
    await conversation(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Apagar dados do contato' }).click();
    await page.getByLabel(/Para confirmar/).waitFor();
    await shoot('erasure');
    await page.goto(`${product.url}/connections`);
    await page.getByText('Loja Centro').first().waitFor();
    await shoot('connections');
    await page.goto(`${product.url}/simulador`);
    await simulator(page);
    await shoot('simulator');
    await logIn(await elsewhere(page), product.url, 'ana@demo.local', demoPassword);
    await conversation(page);
    await shoot('conversation');
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}

/** The same window, with nobody logged in. */
async function elsewhere(page: Page): Promise<Page> {
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  return page;
}
