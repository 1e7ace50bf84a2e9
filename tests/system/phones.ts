import type { Locator, Page } from 'playwright-core';

/** The simulated phones on the simulator's page, by the words that they show. */
export const phonesOn = (page: Page) => {
  const device = (name: string): Locator =>
    page.getByRole('listitem', { name: `Telefone de ${name}`, exact: true });
  const shown = (name: string, text: string): Locator =>
    device(name).getByRole('log').locator('[data-status]').filter({ hasText: text });
  const writeAs = async (name: string, text: string): Promise<void> => {
    await device(name)
      .getByRole('textbox', { name: `Escrever como ${name}` })
      .fill(text);
    await device(name)
      .getByRole('button', { name: `Enviar como ${name}` })
      .click();
  };
  /** Does something with a message by its menu. */
  const act = async (name: string, text: string, action: string): Promise<void> => {
    const message = shown(name, text).first();
    await message.hover();
    await message.getByRole('button', { name: 'Ações da mensagem' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  /** Opens a chat from the list of chats. */
  const openChat = async (name: string, chat: string | RegExp): Promise<void> => {
    const back = device(name).getByRole('button', { name: `Conversas de ${name}` });
    if (await back.isVisible()) await back.click();
    await device(name).getByRole('button', { name: chat }).click();
  };
  const attach = async (name: string, item: string): Promise<void> => {
    await device(name)
      .getByRole('button', { name: `Anexar como ${name}` })
      .click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const status = (wanted: string): Locator => page.locator(`[data-status="${wanted}"]`);
  const mine = (is: boolean): Locator => page.locator(is ? '[data-mine]' : ':not([data-mine])');
  return { device, shown, writeAs, act, openChat, attach, status, mine };
};
