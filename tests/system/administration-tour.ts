import type { Locator, Page } from 'playwright-core';
import { contacts, queues, users } from '#start/demo/records.ts';
import { filled, type Texts } from './languages.ts';

type Tour = {
  readonly page: Page;
  readonly url: string;
  readonly texts: Texts;
  /** Is called wherever there is something to see. */
  readonly look: (where: string) => Promise<void>;
};

/** Goes through the screens by which a company is run, and their dialogs, as an administrator. */
export const administrationTour = async (tour: Tour): Promise<void> => {
  await usersAndQueues(tour);
  await settings(tour);
  await audit(tour);
  await replay(tour);
  await player(tour);
  await messagesApi(tour);
  await contactsScreen(tour);
  await imports(tour);
  await aboutOneself(tour);
};

const usersAndQueues = async (tour: Tour): Promise<void> => {
  const { look, page, texts } = tour;
  const { go, button, save, within } = on(tour);
  const { records, users: said } = texts;
  const { name } = users.bruno;

  await go('/users', name);
  await look('users');
  await within('a new user', async () => {
    await button(said.add).click();
    await save(records.save, records.required);
  });
  await within('a user', () => button(`${records.edit}: ${name}`).click());
  await within('sessions', () => button(`${said.endSessions}: ${name}`).click());
  await within('removing a user', () => button(`${records.remove}: ${name}`).click());

  await go('/queues', queues.suporte.name);
  await look('queues');
  await within('a new queue', async () => {
    await button(texts.queues.add).click();
    await save(records.save, records.required);
  });
  await within('options of a queue', async () => {
    await button(`${records.edit}: ${queues.suporte.name}`).click();
    await page.getByRole('tab', { name: texts.queueMenu.tab }).click();
    await button(texts.queueMenu.add).click();
    await page.getByLabel(texts.queueMenu.title).waitFor();
  });
  await within('removing a queue', () => button(`${records.remove}: ${queues.suporte.name}`).click());
};

const audit = async ({ page, url, texts, look }: Tour): Promise<void> => {
  await page.goto(`${url}/audit`);
  await page.getByRole('region', { name: texts.audit.list }).getByRole('listitem').first().waitFor();
  await look('audit');
};

const replay = async ({ page, url, texts, look }: Tour): Promise<void> => {
  await page.goto(`${url}/replay`);
  await page.getByText(texts.replay.invitation).waitFor();
  await look('replay');
  await page.goto(`${url}/replay?at=${new Date().toISOString()}&list=attending`);
  const lists = page.getByRole('region', { name: texts.replay.lists.title });
  await lists.getByRole('link').first().waitFor();
  await look('as it was');
  await lists.getByRole('link').first().click();
  await page.getByRole('complementary', { name: texts.replay.details }).waitFor();
  await look('a ticket as it was');
};

const player = async ({ page, url, texts, look }: Tour): Promise<void> => {
  const { replayPlayer: said } = texts;
  await page.goto(`${url}/replay/player`);
  await page.getByRole('button', { name: said.next }).click();
  await page
    .getByRole('listitem')
    .filter({ has: page.locator('[aria-current=step]') })
    .waitFor();
  await look('player');
  await page.getByRole('button', { name: said.compare }).click();
  await page.getByRole('button', { name: said.alone }).waitFor();
  await page.getByRole('button', { name: said.next }).click();
  await look('two periods side by side');
};

const settings = async ({ page, url, texts, look }: Tour): Promise<void> => {
  const { tabs, labels } = texts.settings;
  await page.goto(`${url}/settings`);
  await page.getByRole('combobox', { name: labels.timeZone }).waitFor();
  await look('settings');
  await page.getByRole('tab', { name: tabs.schedules }).click();
  await page.getByRole('group', { name: texts.hours.weekdays.monday }).waitFor();
  await page.getByRole('button', { name: texts.hours.addHoliday }).click();
  await page.getByText(texts.hours.noSuchDay).waitFor();
  await look('hours');
  await page.getByRole('tab', { name: tabs.rights }).click();
  await page.getByRole('table').first().waitFor();
  await look('rights');
};

const messagesApi = async (tour: Tour): Promise<void> => {
  const { page, look, url, texts } = tour;
  const { button, within } = on(tour);
  const { apiKeys, messagesApiTrial: trial } = texts;
  await page.goto(`${url}/messages-api`);
  await page.getByRole('heading', { name: trial.title }).waitFor();
  await look('documentation of the messages API');
  await button(trial.send).click();
  await page.getByText(trial.needed).first().waitFor();
  await page.getByText(trial.media, { exact: true }).click();
  await look('trial of the messages API');
  await page.goto(`${url}/messages-api/keys`);
  await button(apiKeys.add).waitFor();
  await look('API keys');
  await within('a new API key', async () => {
    await button(apiKeys.add).click();
    await page.getByRole('dialog').getByRole('button', { name: apiKeys.create }).click();
    await page.getByText(apiKeys.tooShort).waitFor();
  });
};

const contactsScreen = async (tour: Tour): Promise<void> => {
  const { page, look, texts } = tour;
  const { go, button, save, within, dialog } = on(tour);
  const { records, contact } = texts;
  const { name } = contacts.carla;

  await go('/contacts', name);
  await look('contacts');
  await within('a new contact', async () => {
    await button(texts.contacts.add).click();
    await save(contact.createAction, contact.required);
  });
  await within('a contact', async () => {
    await button(`${records.edit}: ${name}`).click();
    await dialog.getByText(contact.wallet, { exact: true }).waitFor();
  });
  await within('a ticket', () => button(`${texts.contacts.openTicket}: ${name}`).click());
  for (const action of [contact.merge, records.remove, texts.erasure.open])
    await within(action, async () => {
      await button(`${records.more}: ${name}`).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    });
  await button(`${records.more}: ${name}`).click();
  await page.getByRole('menuitem').first().waitFor();
  await look('more actions');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
};

const imports = async (tour: Tour): Promise<void> => {
  const { page, look, texts } = tour;
  const { button, within, dialog, closed } = on(tour);
  const said = texts.imports;
  const number = `21 9${String(Date.now()).slice(-8)}`;
  const file = `Name;Mobile;CPF\nIvo Prado;${number};123\nSem Número;;\n`;

  await button(said.open).click();
  await button(said.choose, dialog).waitFor();
  await look('choosing a file');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await dialog.getByRole('cell', { name: 'Ivo Prado' }).waitFor();
  await dialog.getByRole('checkbox', { name: said.addsAreaCode }).check({ force: true });
  await look('the columns of a file');
  await button(filled(said.start_other, { count: '2' }), dialog).click();
  await dialog.getByRole('status').getByText(said.status.finished).waitFor();
  await look('what became of the rows');
  const result = page.getByRole('dialog', { name: said.title });
  await button(said.undoIt, result).click();
  const question = page.getByRole('dialog', { name: said.undoIt });
  await question.waitFor();
  await look('undoing an import');
  await button(said.undoIt, question).click();
  await result.getByText(said.status.undone).waitFor();
  await look('an import that was undone');
  await page.keyboard.press('Escape');
  await closed();
  await within('imports of before', async () => {
    await button(said.open).click();
    await dialog.getByText('clientes.csv').first().waitFor();
  });
};

const aboutOneself = async (tour: Tour): Promise<void> => {
  const { page, look, texts } = tour;
  const { button, within, dialog } = on(tour);
  const menu = page.getByRole('button', {
    name: new RegExp(`^${filled(texts.shell.userMenu, { name: '' })}`),
  });
  const openProfile = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: texts.shell.profile }).click();
    await dialog.waitFor();
  };
  await within('the own profile', openProfile);
  await within('leaving everywhere', async () => {
    await openProfile();
    await button(texts.users.everywhere, dialog).click();
    await dialog.getByText(texts.users.everywhereText).waitFor();
  });
  const bell = page.getByRole('button', { name: new RegExp(`^${texts.notices.open}`) });
  await bell.click();
  await page
    .getByRole('link', { name: new RegExp(texts.notices.kinds['import-finished']) })
    .first()
    .waitFor();
  await look('notices');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: texts.notices.title }).waitFor({ state: 'detached' });
};

/** What the tour does again and again. */
const on = ({ page, url, look }: Tour) => {
  const dialog = page.getByRole('dialog');
  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true }).first();
  const closed = () => dialog.waitFor({ state: 'detached' });
  return {
    ...{ dialog, button, closed },
    /** A screen of records, once one of them is there. */
    go: async (path: string, shown: string): Promise<void> => {
      await page.goto(`${url}${path}`);
      await page
        .getByTestId(/^record-/)
        .filter({ hasText: shown })
        .first()
        .waitFor();
    },
    /** Sends a form that is not filled in. */
    save: async (action: string, refusal: string): Promise<void> => {
      await button(action, dialog).click();
      await dialog.getByText(refusal).first().waitFor();
    },
    /** Looks at a dialog, once it has opened, and closes it. */
    within: async (where: string, open: () => Promise<unknown>): Promise<void> => {
      await open();
      await dialog.waitFor();
      await look(where);
      await page.keyboard.press('Escape');
      await closed();
    },
  };
};
