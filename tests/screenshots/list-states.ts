import { contacts, users } from '#start/demo/records.ts';
import { found, search } from '../system/list-stage.ts';
import { row, tab } from '../system/screen.ts';
import { groupName, people } from './people.ts';
import { dialog, press, type State, toList } from './scene.ts';

const tickets = /\/api\/tickets\?/;

/** A list as it stands once it has a row of this name. */
const listOf = (name: string, seat: State['seat'], named: RegExp, shown: string): State => ({
  name,
  seat,
  arrange: async (page, scene) => {
    await toList(page, scene, named);
    await row(page, shown).waitFor();
  },
});

/** Login, the lists of tickets, the search. */
export const listStates: readonly State[] = [
  {
    name: 'login',
    seat: 'visitor',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/login`);
      await page.getByLabel('E-mail').fill('ana@demo.local');
    },
  },
  listOf('attending', 'ana', /Atendendo/, people.otavio.name),
  listOf('waiting', 'ana', /Aguardando/, people.rita.name),
  listOf('groups', 'ana', /Grupos/, groupName),
  listOf('closed', 'admin', /Fechados/, contacts.elisa.name),
  {
    name: 'all-tickets',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toList(page, scene, /Atendendo/);
      const all = page.getByRole('switch', { name: 'Todos' });
      if (!(await all.isChecked())) await all.click();
      await row(page, contacts.fabio.name).waitFor();
    },
  },
  {
    name: 'queues',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toList(page, scene, /Aguardando/);
      await press(page, 'Filas');
      await page.getByRole('dialog', { name: 'Filas' }).getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'attending-empty',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toList(page, scene, /Atendendo/);
      await page.getByRole('switch', { name: 'Todos' }).click();
      await page.getByText('Nenhum ticket com você.').waitFor();
    },
    leave: page => page.getByRole('switch', { name: 'Todos' }).click(),
  },
  {
    name: 'list-loading',
    seat: 'ana',
    arrange: async (page, scene) => {
      await page.route(tickets, () => undefined);
      await toList(page, scene, /Atendendo/);
      await page.locator('.mantine-Skeleton-root').first().waitFor();
    },
    leave: page => page.unroute(tickets),
  },
  {
    name: 'list-error',
    seat: 'ana',
    arrange: async (page, scene) => {
      const body = JSON.stringify({ error: 'ERR_INTERNAL', message: '' });
      await page.route(tickets, route =>
        route.fulfill({ status: 500, contentType: 'application/json', body }),
      );
      await toList(page, scene, /Atendendo/);
      await page.getByRole('button', { name: 'Tentar de novo' }).first().waitFor();
    },
    leave: page => page.unroute(tickets),
  },
  {
    name: 'peek',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toList(page, scene, /Aguardando/);
      const waiting = row(page, people.dita.name);
      await waiting.hover();
      await waiting.getByRole('button', { name: /^Espiar/ }).click();
      await dialog(page).getByText('Consigo buscar na loja.').waitFor();
    },
  },
  {
    name: 'keyboard',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toList(page, scene, /Atendendo/);
      await row(page, people.marina.name).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
    },
  },
  {
    name: 'palette',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toList(page, scene, /Atendendo/);
      await row(page, people.marina.name).waitFor();
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Ir para ou fazer' }).fill('mar');
      await page.getByRole('option', { name: people.marina.name }).first().waitFor();
    },
  },
  {
    name: 'search',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toList(page, scene, /Atendendo/);
      await search(page, 'cafeteira');
      await row(page, people.marina.name).waitFor();
      await found(page).first().waitFor();
    },
  },
  {
    name: 'search-empty',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toList(page, scene, /Atendendo/);
      await search(page, 'xilofone');
      await page.getByText('Nada encontrado.').waitFor();
    },
  },
  {
    name: 'search-invitation',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toList(page, scene, /Atendendo/);
      await tab(page, /Busca/).click();
      await page.getByText('Busque por nome').waitFor();
    },
  },
  {
    name: 'search-tags',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toList(page, scene, /Busca/);
      await press(page, 'Tags');
      const choice = page.getByRole('dialog', { name: 'Tags' });
      await choice.getByRole('checkbox', { name: 'Urgente' }).check();
      await row(page, people.otavio.name).waitFor();
    },
  },
  {
    name: 'search-users',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toList(page, scene, /Busca/);
      await press(page, 'Usuários');
      const choice = page.getByRole('dialog', { name: 'Usuários' });
      await choice.getByRole('checkbox', { name: users.ana.name, exact: true }).check();
      await row(page, people.otavio.name).waitFor();
    },
  },
  {
    name: 'search-date',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toList(page, scene, /Busca/);
      await press(page, 'Data');
      await page.getByRole('dialog', { name: 'Data' }).locator('button[data-highlight-today]').click();
      await row(page, people.otavio.name).waitFor();
    },
  },
];
