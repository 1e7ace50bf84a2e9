import type { Page } from 'playwright-core';
import { dialog, press, type Scene, type State } from './scene.ts';

const justNow = (): string => new Date(Date.now() - 1_000).toISOString();

const at = (
  name: string,
  path: () => string,
  ready: (page: Page, scene: Scene) => Promise<unknown>,
): State => ({
  name,
  seat: 'admin',
  arrange: async (page, scene) => {
    await page.goto(`${scene.product.url}${path()}`);
    await ready(page, scene);
  },
});

const question = 'Da fila ao aceite';

/** Asks a question of all history, once, and shows its answer. */
const askOnce = async (page: Page): Promise<void> => {
  const card = page.getByRole('article', { name: question }).or(page.getByText(question, { exact: true }));
  await page.getByRole('button', { name: 'Nova pergunta' }).waitFor();
  if ((await card.count()) === 0) {
    await press(page, 'Nova pergunta');
    await dialog(page).getByLabel('Nome').fill(question);
    await dialog(page).getByRole('button', { name: 'Salvar', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
  }
  await page.getByRole('article', { name: question }).getByText('Ao vivo', { exact: true }).waitFor();
  const show = page.getByRole('button', { name: /^Ver resposta/ });
  if ((await show.count()) > 0) await show.first().click();
  await page.getByText('Mediana').first().waitFor();
  await page.getByText('Pergunta salva.').waitFor({ state: 'detached' });
};

/** The audit trail, and the company's past. */
export const replayStates: readonly State[] = [
  at(
    'audit',
    () => '/audit',
    page =>
      page.getByRole('region', { name: 'Entradas da auditoria' }).getByRole('listitem').first().waitFor(),
  ),
  at(
    'audit-entry',
    () => '/audit?kind=ticket',
    async page => {
      await page
        .getByRole('region', { name: 'Entradas da auditoria' })
        .getByText('Aceitou o ticket')
        .first()
        .click();
      await dialog(page).waitFor();
    },
  ),
  at(
    'replay',
    () => `/replay?at=${justNow()}`,
    page => page.getByRole('region', { name: 'Tickets de então' }).getByRole('link').first().waitFor(),
  ),
  at(
    'replay-ticket',
    () => `/replay?at=${justNow()}`,
    async page => {
      await page.getByRole('region', { name: 'Tickets de então' }).getByRole('link').first().click();
      await page
        .getByTestId(/^message-/)
        .first()
        .waitFor();
    },
  ),
  at(
    'replay-player',
    () => '/replay/player',
    async page => {
      await page.getByRole('button', { name: 'Próximo evento' }).waitFor();
      for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
    },
  ),
  at('replay-questions', () => '/replay/questions', askOnce),
  at(
    'replay-what-if',
    () => '/replay/what-if',
    async page => {
      await page.getByLabel('Primeira resposta').fill('10');
      await press(page, 'Simular');
      await page.getByRole('table').first().waitFor();
    },
  ),
  at(
    'replay-export',
    () => '/replay/export',
    page =>
      page
        .getByRole('button', { name: /^Baixar|^Exportar/ })
        .first()
        .waitFor(),
  ),
];
