import { type State, toList } from './scene.ts';

const empty = (name: string, list: RegExp, text: string): State => ({
  name,
  seat: 'admin',
  arrange: async (page, scene) => {
    await toList(page, scene, list);
    await page.getByText(text).waitFor();
  },
});

/** A company on its first day, before anybody has set it up. */
export const beforeSetup: readonly State[] = [
  {
    name: 'setup',
    seat: 'visitor',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/login`);
      await page.getByLabel('Nome da empresa').fill('Casa Lopes Utilidades');
      await page.getByLabel('Seu nome').fill('Maria Lopes');
      await page.getByLabel('E-mail').fill('maria@casalopes.example');
    },
  },
];

/** And when nothing has come in yet. */
export const firstDay: readonly State[] = [
  empty('waiting-empty', /Aguardando/, 'Nenhum ticket aguardando.'),
  empty('groups-empty', /Grupos/, 'Nenhuma conversa de grupo.'),
  empty('closed-empty', /Fechados/, 'Nenhum ticket fechado ainda.'),
  {
    name: 'connections-empty',
    seat: 'admin',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/connections`);
      await page.getByText('Nenhuma conexão ainda.').waitFor();
    },
  },
];
