import type { Page } from 'playwright-core';
import { outsideExamples } from '#contracts/outside-examples.ts';
import { dialog, press, type Scene, type State } from './scene.ts';

const toKeys = async (page: Page, { product }: Scene): Promise<void> => {
  await page.goto(`${product.url}/messages-api/keys`);
  await page.getByRole('button', { name: 'Nova chave' }).waitFor();
};

const makeKey = async (page: Page, name: string): Promise<void> => {
  await press(page, 'Nova chave');
  await dialog(page).getByLabel('Nome').fill(name);
  await press(page, 'Criar chave');
  await dialog(page).getByRole('textbox', { name: 'Token da chave' }).waitFor();
};

const toDocumentation = async (page: Page, { product }: Scene): Promise<void> => {
  await page.goto(`${product.url}/messages-api`);
  await page.getByRole('heading', { name: 'Teste aqui' }).waitFor();
};

/** Nothing is really sent: the pictures of lists and conversations stay as they are. */
const answerAsIfSent = async (page: Page): Promise<void> => {
  const { accepted, message } = outsideExamples;
  await page.route('**/api/messages/send', route => route.fulfill({ status: 202, json: accepted }));
  await page.route(`**/api/messages/${accepted.id}`, route => route.fulfill({ json: message }));
};

/** The messages API: how to send, a try of it, and the company's keys. */
export const apiStates: readonly State[] = [
  { name: 'messages-api', seat: 'admin', arrange: toDocumentation },
  {
    name: 'messages-api-sent',
    seat: 'admin',
    arrange: async (page, scene) => {
      await answerAsIfSent(page);
      await toDocumentation(page, scene);
      await page
        .getByLabel('Seu token', { exact: true })
        .fill('blc_4fQzR1x0Vb9mTn3sKq7uYw2eHc5aLd8jPf6gZi0oXvE');
      await page.getByLabel('Número', { exact: true }).fill('5511987654321');
      await page.getByLabel('Mensagem', { exact: true }).fill('Seu pedido saiu!');
      await press(page, 'Enviar');
      const progress = page.getByRole('region', { name: 'O que aconteceu com ela' });
      await progress.getByRole('img', { name: 'Entregue' }).waitFor();
      await page.getByText('Mensagem enviada com sucesso').waitFor({ state: 'detached' });
      await progress.scrollIntoViewIfNeeded();
    },
    leave: page => page.unrouteAll(),
  },
  {
    name: 'api-key-token',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toKeys(page, scene);
      await makeKey(page, scene.width === 'wide' ? 'Loja virtual' : 'Sistema de estoque');
    },
    leave: page => press(page, 'Já guardei'),
  },
  {
    name: 'api-keys',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toKeys(page, scene);
      await page
        .getByTestId(/^record-/)
        .or(page.getByText('Nenhuma chave ainda'))
        .first()
        .waitFor();
      if ((await page.getByTestId(/^record-/).count()) > 0) return;
      await makeKey(page, 'Loja virtual');
      await press(page, 'Já guardei');
      await page
        .getByTestId(/^record-/)
        .first()
        .waitFor();
    },
  },
];
