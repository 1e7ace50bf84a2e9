import type { Page } from 'playwright-core';
import { connectionName, contacts, phone } from '#start/demo/records.ts';
import { phonesOn } from '../system/phones.ts';
import { people } from './people.ts';
import { dialog, press, type Scene, type State } from './scene.ts';

const third = 'Televendas';

const rowOf = (page: Page, name: string) => page.getByTestId(/^connection-/).filter({ hasText: name });
const toConnections = async (page: Page, { product }: Scene): Promise<void> => {
  await page.goto(`${product.url}/connections`);
  await rowOf(page, connectionName).waitFor();
};
const action = async (page: Page, name: string, what: string): Promise<void> => {
  await rowOf(page, name)
    .getByRole('button', { name: /^Mais ações/ })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
};
/** A connection that nobody has paired yet. */
const withUnpaired = async (page: Page, scene: Scene): Promise<void> => {
  await toConnections(page, scene);
  if ((await rowOf(page, third).count()) === 0) {
    await press(page, 'Adicionar conexão');
    await dialog(page).getByLabel('Nome').fill(third);
    await dialog(page).getByRole('combobox', { name: 'Provedor' }).click();
    await page.getByRole('option', { name: 'Simulador' }).click();
    await press(page, 'Salvar');
  } else {
    const again = rowOf(page, third)
      .getByRole('button', { name: /QR Code/ })
      .first();
    await again.click();
  }
  await page.getByTestId('qrcode').waitFor();
  await page.getByText('Conexão salva com sucesso.').waitFor({ state: 'detached' });
};

/** Whose phones show the most. */
const talking = [phone.name, contacts.carla.name, people.marina.name, people.renato.name];

const putAwayOthers = async (page: Page, kept: readonly string[]): Promise<void> => {
  const others = page
    .getByRole('button', { name: /^Tirar o telefone de .* da mesa$/ })
    .and(page.locator(kept.map(name => `:not([aria-label*="${name} da mesa"])`).join('')));
  while ((await others.count()) > 0) await others.first().click();
};

/** Connections, and the simulator's phones. */
export const connectionStates: readonly State[] = [
  {
    name: 'connections',
    seat: 'admin',
    arrange: toConnections,
  },
  {
    name: 'connection-new',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toConnections(page, scene);
      await press(page, 'Adicionar conexão');
      await dialog(page).getByLabel('Nome').fill(third);
    },
  },
  {
    name: 'connection-edit',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toConnections(page, scene);
      await action(page, connectionName, 'Editar');
      await dialog(page).getByText('Nenhum token ainda.').waitFor();
    },
  },
  {
    name: 'connection-ledger',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toConnections(page, scene);
      await action(page, connectionName, 'Recebimento e erros');
      await dialog(page).getByText('Recebidas').first().waitFor();
    },
  },
  { name: 'connection-qr', seat: 'admin', arrange: withUnpaired },
  {
    name: 'connection-code',
    seat: 'admin',
    arrange: async (page, scene) => {
      await withUnpaired(page, scene);
      await page.getByText('Código pelo número').click();
      await page.getByLabel('Número do celular').fill('+55 11 99999-0003');
      await press(page, 'Gerar código');
      await page.getByTestId('pairing-code').waitFor();
    },
    leave: async (page, scene) => {
      await toConnections(page, scene);
      await action(page, third, 'Excluir');
      await dialog(page).getByRole('button', { name: 'Excluir' }).click();
      await rowOf(page, third).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'simulator',
    seat: 'ana',
    arrange: async (page, { product, width }) => {
      await page.goto(`${product.url}/simulador`);
      const { name } = contacts.carla;
      const { device, shown, writeAs, act, attach } = phonesOn(page);
      await shown(name, 'Posso separar').first().waitFor();
      if ((await shown(name, 'É desta cor?').count()) === 0) {
        await act(name, 'Posso separar', 'Responder');
        await writeAs(name, 'Pode! É desta cor?');
        await attach(name, 'Mensagem de voz de exemplo');
        await act(name, 'Oi, Carla!', 'Reagir com ❤️');
      }
      await device(name).getByText('0:02').waitFor();
      if (width === 'wide') await putAwayOthers(page, talking);
      const first = width === 'wide' ? page.getByTestId(`phone-${phone.number}`) : device(name);
      await first.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'simulator-faults',
    seat: 'ana',
    arrange: async (page, { product }) => {
      await page.goto(`${product.url}/simulador`);
      await page.getByTestId(`phone-${phone.number}`).waitFor();
      await press(page, /^Falhas/);
      await dialog(page).waitFor();
    },
  },
];
