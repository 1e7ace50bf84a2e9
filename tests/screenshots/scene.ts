import type { Page } from 'playwright-core';
import type { Product } from '../system/product.ts';
import { bubbles, row, tab } from '../system/screen.ts';
import type { Width } from './camera.ts';
import type { Contact, Office } from './office.ts';

/** Who sits before a window; `visitor` has not logged in. */
export type Seat = 'ana' | 'admin' | 'visitor';

export type Scene = {
  readonly product: Product;
  readonly office: Office;
  readonly seats: Readonly<Record<Seat, Page>>;
  readonly width: Width;
  /** The conversation of a contact that is not closed. */
  readonly addressOf: (contact: Contact) => Promise<string>;
};

/** One state of the screens: who sees it, what leads there from a fresh page, what brings it back, what ends it. */
export type State = {
  readonly name: string;
  readonly seat: Seat;
  readonly arrange: (page: Page, scene: Scene) => Promise<void>;
  readonly hold?: (page: Page, scene: Scene) => Promise<void>;
  readonly leave?: (page: Page, scene: Scene) => Promise<void>;
};

export const toList = async (page: Page, { product }: Scene, name: RegExp): Promise<void> => {
  await page.goto(`${product.url}/tickets`);
  await tab(page, name).click();
};

export const toConversation = async (page: Page, scene: Scene, contact: Contact): Promise<void> => {
  await page.goto(`${scene.product.url}/tickets/${await scene.addressOf(contact)}`);
  await bubbles(page).last().waitFor();
  if (scene.width === 'wide' && page === scene.seats.ana) await row(page, contact.name).first().waitFor();
};

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

export const dialog = (page: Page) => page.getByRole('dialog');
