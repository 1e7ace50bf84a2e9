import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { phone, users } from '#start/demo/records.ts';
import { addContact, contactPhone, login, type TicketView } from './api.ts';
import { logIn, openBrowser, openWindow, type Person } from './browser.ts';
import { demoPassword, startProduct } from './product.ts';
import { rows } from './screen.ts';

export const people = {
  vera: { number: '5511944440001', name: 'Vera Lúcia Sampaio' },
  tales: { number: '5511944440002', name: 'Tales Moura' },
  rosa: { number: '5511944440003', name: 'Rosa Maria de Albuquerque Cavalcanti Neta' },
  ivo: { number: '5511944440004', name: 'Ivo Brandão' },
  nina: { number: '5511944440005', name: 'Nina Castro' },
};

/** The product with two attendants and an administrator before their lists, and what contacts and calls do. */
export const openListStage = async () => {
  const product = await startProduct();
  for (const person of Object.values(people)) await addContact(product.simulatorUrl, person);
  const browser = await openBrowser();
  const seat = async (email: string): Promise<Person> => {
    const person = await openWindow(browser);
    await person.context.addInitScript(watchRows);
    await logIn(person.page, product.url, email, demoPassword);
    return person;
  };
  const [ana, bruno] = [await seat(users.ana.email), await seat(users.bruno.email)];
  const caller = await login(product.url, users.admin.email, demoPassword);

  const find = async (number: string): Promise<TicketView | undefined> =>
    (await caller.tickets(`?searchParam=${number}`)).body.tickets[0];
  return {
    product,
    browser,
    ana,
    bruno,
    admin: caller,
    seat,
    says: (number: string, text: string) =>
      contactPhone(product.simulatorUrl, number, phone.number).write(text),
    ticketOf: async (number: string): Promise<TicketView> => {
      const found = await find(number);
      if (!found) throw new Error(`${number} has no ticket`);
      return found;
    },
    lastOf: async (number: string) => (await find(number))?.lastMessage,
    change: async (ticketId: string, body: object): Promise<void> => {
      const answer = await caller.change(ticketId, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
    close: async () => {
      await browser.close();
      await product.stop();
    },
  };
};
export type ListStage = Awaited<ReturnType<typeof openListStage>>;

/** For the start of a page: notes each ticket that is in the list twice at any moment. */
const watchRows = `
  window.doubled = [];
  new MutationObserver(() => {
    const ids = [...document.querySelectorAll('[data-testid^="ticket-row-"]')].map(each => each.dataset.testid);
    window.doubled.push(...ids.filter((id, index) => ids.indexOf(id) !== index));
  }).observe(document, { subtree: true, childList: true });
`;

export const doubledRows = (page: Page): Promise<string[]> => page.evaluate('window.doubled');

export const found = (page: Page): Locator => page.getByTestId(/^found-/);

export const focused = (what: Locator): Locator => what.and(what.page().locator(':focus'));

export const search = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('tab', { name: 'Busca' }).click();
  await page.getByRole('searchbox').fill(text);
};

/** The number on the tab of a list. */
export const countOn = async (page: Page, status: string): Promise<number> =>
  Number(await page.getByTestId(`count-${status}`).textContent());

export const shownRows = (page: Page): Promise<string[]> =>
  rows(page).evaluateAll(all => all.map(each => each.getAttribute('data-testid') ?? ''));

/** The rows that a list has for who is logged in on this page, as the server answers. */
export const trueRows = (page: Page, query: string): Promise<string[]> =>
  page.evaluate(`
    fetch('/api/tickets${query}', { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })
      .then(answer => answer.json())
      .then(({ tickets }) => tickets.map(({ id }) => 'ticket-row-' + id))
  `);
