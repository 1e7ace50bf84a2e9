import type { Page } from 'playwright-core';
import { dialog, press, type Scene, type State } from './scene.ts';

const record = (page: Page, name: string) => page.getByTestId(/^record-/).filter({ hasText: name });

const toTags = async (page: Page, { product }: Scene): Promise<void> => {
  await page.goto(`${product.url}/tags`);
  await record(page, 'Atacado').waitFor();
};
const file = 'Tabela de preços.pdf';
const toQuickMessages = async (page: Page, { product }: Scene): Promise<void> => {
  await page.goto(`${product.url}/quick-messages`);
  await record(page, 'pagamento').waitFor();
  if ((await record(page, 'pagamento').getByText(file).count()) > 0) return;
  await press(page, 'Editar: pagamento');
  const [name, mimeType] = [file, 'application/pdf'];
  const given = { name, mimeType, buffer: Buffer.from('%PDF-1.7') };
  await dialog(page).locator('input[type=file]').setInputFiles(given);
  await press(page, 'Salvar');
  await record(page, 'pagamento').getByText(file).waitFor();
  await page.getByText('Mensagem atualizada com sucesso!').waitFor({ state: 'detached' });
};

/** The pages of tags and quick messages. */
export const recordStates: readonly State[] = [
  { name: 'tags-page', seat: 'admin', arrange: toTags },
  {
    name: 'tag-form',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toTags(page, scene);
      await press(page, /^Editar: /);
      await dialog(page).waitFor();
    },
  },
  { name: 'quick-messages', seat: 'ana', arrange: toQuickMessages },
  {
    name: 'quick-message-form',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toQuickMessages(page, scene);
      await press(page, 'Editar: pagamento');
      await dialog(page).waitFor();
    },
  },
];
