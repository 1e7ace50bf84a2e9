import type { Locator, Page } from 'playwright-core';

/** What attendants see and do on the screens, by the words that they read. */

export const tab = (page: Page, name: RegExp): Locator => page.getByRole('tab', { name });

export const rows = (page: Page): Locator => page.getByTestId(/^ticket-row-/);

export const row = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });

export const bubbles = (page: Page): Locator => page.getByTestId(/^message-(?!input$)/);

export const bubble = (page: Page, text: string): Locator => bubbles(page).filter({ hasText: text });

export const input = (page: Page): Locator => page.getByRole('textbox', { name: 'Mensagem', exact: true });

export const write = async (page: Page, text: string): Promise<void> => {
  await input(page).fill(text);
  await page.keyboard.press('Enter');
};
