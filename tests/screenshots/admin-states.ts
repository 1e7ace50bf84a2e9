import type { Page } from 'playwright-core';
import { contacts, phone, queues, users } from '#start/demo/records.ts';
import { dialog, press, type Scene, type State } from './scene.ts';

const record = (page: Page, name: string) => page.getByTestId(/^record-/).filter({ hasText: name });
const to =
  (path: string, shown: string) =>
  async (page: Page, { product }: Scene): Promise<void> => {
    await page.goto(`${product.url}${path}`);
    await record(page, shown).first().waitFor();
  };
/** The form behind a row's pencil. */
const form = (name: string, path: string, shown: string): State => ({
  name,
  seat: 'admin',
  arrange: async (page, scene) => {
    await to(path, shown)(page, scene);
    await record(page, shown)
      .first()
      .getByRole('button', { name: /^Editar/ })
      .click();
    await dialog(page).waitFor();
  },
});

/** The screens by which a company is run. */
export const adminStates: readonly State[] = [
  {
    name: 'dashboard',
    seat: 'admin',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/?days=30`);
      await page.locator('.recharts-bar').first().waitFor();
      await page.getByRole('heading', { name: 'Quando os tickets começam' }).waitFor();
    },
  },
  {
    name: 'reports',
    seat: 'admin',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/?days=30`);
      await page.locator('.recharts-bar').first().waitFor();
      await page.getByRole('region', { name: 'Resolução' }).evaluate(card => card.scrollIntoView());
      await page.getByRole('heading', { name: 'Quando os tickets começam' }).waitFor();
    },
  },
  { name: 'contacts', seat: 'admin', arrange: to('/contacts', contacts.carla.name) },
  form('contact-form', '/contacts', contacts.carla.name),
  { name: 'users', seat: 'admin', arrange: to('/users', users.bruno.name) },
  form('user-form', '/users', users.bruno.name),
  {
    name: 'profile',
    seat: 'ana',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/tickets`);
      await press(page, /^Menu de /);
      await page.getByRole('menuitem', { name: 'Meu perfil' }).click();
      await dialog(page).waitFor();
    },
  },
  { name: 'queues-page', seat: 'admin', arrange: to('/queues', queues.vendas.name) },
  form('queue-form', '/queues', queues.vendas.name),
  {
    name: 'settings',
    seat: 'admin',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/settings`);
      await page.getByRole('tab', { name: 'Opções' }).waitFor();
    },
  },
  {
    name: 'settings-texts',
    seat: 'admin',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/settings`);
      const last = page.getByRole('textbox', { name: 'Ao fechar por falta de resposta' });
      await last.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'notices',
    seat: 'admin',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/connections`);
      const bell = page.getByRole('button', { name: /^Avisos/ });
      await bell.waitFor();
      if (!/novo/.test((await bell.getAttribute('aria-label')) ?? '')) {
        await fetch(`${product.simulatorUrl}/phones/${phone.number}/logout`, { method: 'POST' });
        await page.getByRole('button', { name: /^Avisos: \d+ novos?$/ }).waitFor();
      }
      await bell.click();
      await page.getByRole('heading', { name: 'Avisos' }).waitFor();
    },
  },
];
