import type { Page } from 'playwright-core';
import { contacts } from '#start/demo/records.ts';
import { row } from '../system/screen.ts';
import { people } from './people.ts';
import { dialog, press, type Scene, type State, toConversation, toList } from './scene.ts';

const { marina, work } = people;

const field = (page: Page, name: string) =>
  dialog(page)
    .getByRole('textbox', { name, exact: true })
    .or(dialog(page).getByRole('combobox', { name, exact: true }))
    .first();
const choose = async (page: Page, name: string, option: string | RegExp): Promise<void> => {
  await field(page, name).click();
  await page.getByRole('option', { name: option }).click();
};
const withDrawer = async (page: Page, scene: Scene) => {
  await toConversation(page, scene, marina);
  if (scene.width === 'wide') await press(page, 'Mostrar dados do contato');
  else await menu(page, 'Dados do contato');
  const name = 'Dados do contato';
  const drawer = page.getByRole('complementary', { name }).or(page.getByRole('dialog', { name }));
  await drawer.getByRole('region', { name: 'Histórico do ticket' }).getByRole('listitem').first().waitFor();
  await drawer.getByRole('region', { name: 'Tickets anteriores' }).getByText('Fechado').waitFor();
  return drawer;
};
const closeDrawer = async (page: Page): Promise<void> => press(page, /Fechar dados do contato/);
const menu = async (page: Page, item: string): Promise<void> => {
  await press(page, 'Mais ações');
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const newTicket = async (page: Page, scene: Scene): Promise<void> => {
  await toList(page, scene, /Atendendo/);
  await press(page, 'Novo');
};

/** The work on a ticket beside writing. */
export const workStates: readonly State[] = [
  {
    name: 'contact',
    seat: 'ana',
    arrange: async (page, scene) => {
      await withDrawer(page, scene);
    },
    leave: closeDrawer,
  },
  {
    name: 'contact-history',
    seat: 'ana',
    arrange: async (page, scene) => {
      const drawer = await withDrawer(page, scene);
      const actions = drawer.getByRole('region', { name: 'Histórico do ticket' }).getByRole('listitem');
      await actions.last().scrollIntoViewIfNeeded();
    },
    leave: closeDrawer,
  },
  {
    name: 'contact-ratings',
    seat: 'ana',
    arrange: async (page, scene) => {
      const drawer = await withDrawer(page, scene);
      const ratings = drawer.getByRole('region', { name: 'Avaliações' }).getByRole('listitem');
      await ratings.last().scrollIntoViewIfNeeded();
    },
    leave: closeDrawer,
  },
  {
    name: 'contact-edit',
    seat: 'ana',
    arrange: async (page, scene) => {
      const drawer = await withDrawer(page, scene);
      await drawer.getByRole('button', { name: 'Editar' }).click();
      await field(page, 'Nome').waitFor();
    },
    leave: async page => {
      await press(page, 'Cancelar');
      await closeDrawer(page);
    },
  },
  {
    name: 'merge',
    seat: 'admin',
    arrange: async (page, scene) => {
      const drawer = await withDrawer(page, scene);
      await drawer.getByRole('button', { name: 'Juntar com outro contato' }).click();
      await field(page, 'Contato a juntar').fill('marina');
      await page.getByRole('option', { name: work.name }).waitFor();
    },
    leave: async page => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'tags',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, people.otavio);
      await press(page, 'Adicionar tag');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'tag-new',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, people.otavio);
      await press(page, 'Adicionar tag');
      await page.getByRole('textbox', { name: 'Buscar ou criar' }).fill('Garantia');
      await page.getByRole('option', { name: 'Criar “Garantia”' }).click();
      await page.getByRole('radio', { name: 'Cor #7048e8' }).click();
    },
  },
  {
    name: 'transfer',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, people.otavio);
      if (scene.width === 'wide') await press(page, 'Transferir');
      else await menu(page, 'Transferir');
      await choose(page, 'Fila', 'Vendas');
      await choose(page, 'Atendente', 'Bruno');
      await field(page, 'Observações').fill('Quer trocar o forno; a foto da etiqueta chega hoje.');
    },
  },
  {
    name: 'reopen',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toList(page, scene, /Fechados/);
      await row(page, people.teresa.name).click();
      await press(page, 'Reabrir');
      await choose(page, 'Fila', 'Suporte');
    },
  },
  {
    name: 'new-ticket',
    seat: 'ana',
    arrange: async (page, scene) => {
      await newTicket(page, scene);
      await field(page, 'Contato').fill('mar');
      await page.getByRole('option', { name: marina.name }).waitFor();
    },
  },
  {
    name: 'new-contact',
    seat: 'ana',
    arrange: async (page, scene) => {
      await newTicket(page, scene);
      await field(page, 'Contato').fill('Beatriz Fontes');
      await page.getByRole('option', { name: 'Criar contato “Beatriz Fontes”' }).click();
      await field(page, 'Número').fill('55 11 98777-1020');
    },
  },
  {
    name: 'new-ticket-taken',
    seat: 'ana',
    arrange: async (page, scene) => {
      await newTicket(page, scene);
      await field(page, 'Contato').fill('fabio');
      await page.getByRole('option', { name: /Fábio Nogueira/ }).click();
      await choose(page, 'Fila', 'Suporte');
      await dialog(page).getByRole('button', { name: 'Atender', exact: true }).click();
      await dialog(page)
        .getByText(/Já existe um ticket aberto/)
        .waitFor();
    },
  },
  {
    name: 'delete',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toConversation(page, scene, people.rita);
      await menu(page, 'Excluir');
      await dialog(page).getByText('Deseja realmente excluir este registro?').waitFor();
    },
  },
  {
    name: 'erasure',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toConversation(page, scene, contacts.diego);
      await menu(page, 'Apagar dados do contato');
      await page.getByLabel(/Para confirmar/).fill(contacts.diego.number);
    },
  },
];
