import type { Page } from 'playwright-core';
import { bubble, input } from '../system/screen.ts';
import { mixer, paper, shelf } from './drawings.ts';
import { people } from './people.ts';
import { type Scene, type State, toConversation } from './scene.ts';

const { marina, otavio } = people;

const clear = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await input(page).fill('');
};
/** Does something with a message by its menu. */
const choose = async (page: Page, words: string, action: string): Promise<void> => {
  const message = bubble(page, words).first();
  await message.hover();
  await message.getByRole('button', { name: 'Opções da mensagem' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const before = (page: Page, scene: Scene) => toConversation(page, scene, marina);

/** Writing an answer. */
export const composerStates: readonly State[] = [
  {
    name: 'quote',
    seat: 'ana',
    arrange: async (page, scene) => {
      await before(page, scene);
      await choose(page, 'Pode! Passo aí hoje às 17h.', 'Responder');
      await page.getByRole('note', { name: 'Respondendo a' }).waitFor();
      await input(page).fill('Combinado, Marina! Deixo no caixa com seu nome.');
    },
    leave: clear,
  },
  {
    name: 'edit',
    seat: 'ana',
    arrange: async (page, scene) => {
      await before(page, scene);
      await choose(page, 'Posso separar uma no seu nome?', 'Editar');
      await page.getByRole('note', { name: 'Editando a mensagem' }).waitFor();
    },
    leave: clear,
  },
  {
    name: 'emojis',
    seat: 'ana',
    arrange: async (page, scene) => {
      await before(page, scene);
      await page.getByRole('button', { name: 'Emojis' }).click();
      await page.getByRole('dialog', { name: 'Emojis' }).getByRole('gridcell').first().waitFor();
    },
  },
  {
    name: 'quick-replies',
    seat: 'ana',
    arrange: async (page, scene) => {
      await before(page, scene);
      await input(page).click();
      await page.keyboard.type('/e');
      const replies = page.getByRole('listbox', { name: 'Respostas rápidas' });
      await replies.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
    leave: clear,
  },
  {
    name: 'attach',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, otavio);
      const picture = async (name: string, base64: Promise<string>) => ({
        ...{ name, mimeType: 'image/jpeg', buffer: Buffer.from(await base64, 'base64') },
      });
      await page.getByTestId('file-chooser').setInputFiles([
        await picture('Batedeira.jpg', mixer()),
        await picture('Cafeteiras.jpg', shelf()),
        {
          name: 'Tabela de preços.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from(paper(92_000), 'base64'),
        },
      ]);
      await page.getByTestId('chosen-files').locator('img').nth(1).waitFor();
      await page.getByRole('textbox', { name: 'Adicione uma legenda' }).fill('As novidades do mês 🙂');
    },
  },
  {
    name: 'recording',
    seat: 'ana',
    arrange: async (page, scene) => {
      await before(page, scene);
      await page.getByRole('button', { name: 'Gravar áudio' }).click();
      await page.getByRole('timer', { name: 'Gravando' }).getByText('0:03').waitFor();
      await page.getByText('Audio iniciado').waitFor({ state: 'detached' });
    },
    leave: async page => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Gravar áudio' }).waitFor();
    },
  },
];
