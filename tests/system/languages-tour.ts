import type { Locator, Page } from 'playwright-core';
import { contacts } from '#start/demo/records.ts';
import { filled, type Language, languages } from './languages.ts';
import { row } from './screen.ts';

/** Goes through the screens of the work on tickets, as an administrator, by the words of a language. */
export const ticketsTour = async (
  page: Page,
  language: Language,
  look: (where: string) => Promise<void>,
): Promise<void> => {
  const { tickets, work, ticket, contact } = languages[language];
  const dialog = page.getByRole('dialog');
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const close = async (what: Locator): Promise<void> => {
    await page.keyboard.press('Escape');
    await what.waitFor({ state: 'detached' });
  };
  const within = async (where: string, open: () => Promise<void>): Promise<void> => {
    await open();
    await dialog.waitFor();
    await look(where);
    await close(dialog);
  };

  await page.getByRole('tab', { name: tickets.subTab.groups }).click();
  await page.getByText(tickets.empty.groups).waitFor();
  await look('no groups');
  await page.getByRole('tab', { name: tickets.subTab.pending }).click();
  await row(page, contacts.diego.name).waitFor();
  await look('waiting');
  await within('peeking', () => button(filled(tickets.peekAt, { name: contacts.diego.name })).click());
  await within('queues', () => button(tickets.queues).click());
  await within('a new ticket', async () => {
    await button(tickets.new).click();
    await button(work.startWith, dialog).click();
    await dialog.getByText(contact.required).waitFor();
  });
  await page.keyboard.press('?');
  await within('the keys', () => dialog.waitFor());

  await page.getByRole('tab', { name: tickets.search, exact: true }).click();
  await page.getByText(tickets.results.invitation).waitFor();
  for (const filter of [tickets.filter.tags, tickets.filter.users, tickets.filter.date])
    await within(filter, () => button(filter).click());
  await page.getByRole('searchbox').fill('batedeira');
  await page
    .getByTestId(/^found-/)
    .first()
    .waitFor();
  await look('found');
  await page.getByRole('searchbox').fill('xilofone');
  await page.getByText(tickets.results.nothing).waitFor();
  await look('nothing found');

  await page.getByRole('tab', { name: tickets.active, exact: true }).click();
  await page.getByRole('switch', { name: tickets.showAll }).check({ force: true });
  await page.getByRole('tab', { name: tickets.subTab.open }).click();
  await row(page, contacts.fabio.name).click();
  await button(work.addTag).waitFor();
  await look('a conversation');
  await within('a transfer', async () => {
    await button(work.transfer).click();
    await button(work.transfer, dialog).click();
    await dialog.getByText(ticket.chooseQueue).waitFor();
  });
  await button(ticket.more).click();
  await page.getByRole('menuitem', { name: ticket.delete, exact: true }).waitFor();
  await look('more actions');
  await within('a deletion', () => page.getByRole('menuitem', { name: ticket.delete, exact: true }).click());
  await button(work.addTag).click();
  await page.getByRole('textbox', { name: work.findTag }).waitFor();
  await look('tags');
  await close(page.getByRole('textbox', { name: work.findTag }));

  await button(contact.openDrawer).click();
  await page.getByText(contact.noEarlier).waitFor();
  await button(contact.addNote).click();
  await page.getByText(contact.required).waitFor();
  await look('the contact');
  await within('a contact in the form', async () => {
    await button(contact.edit).click();
    await dialog.getByRole('textbox', { name: contact.name, exact: true }).fill('F');
    await button(contact.save, dialog).click();
    await dialog.getByText(contact.nameTooShort).waitFor();
  });

  await page.getByRole('tab', { name: tickets.closed, exact: true }).click();
  await row(page, contacts.elisa.name).click();
  await look('a closed conversation');
  await within('reopening', () => button(ticket.action.reopen).click());
};
