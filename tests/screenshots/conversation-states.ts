import type { Page } from 'playwright-core';
import { phone } from '#start/demo/records.ts';
import { bubble, input, row } from '../system/screen.ts';
import { people } from './people.ts';
import { type Scene, type State, toConversation } from './scene.ts';

const { marina, otavio, renato, sonia } = people;
const messages = /\/api\/messages\/[0-9a-f-]{36}/;

const withRenato = async (page: Page, scene: Scene, text: string): Promise<void> => {
  await toConversation(page, scene, renato);
  await bubble(page, text).last().scrollIntoViewIfNeeded();
};

/** The conversation, as it is read. */
export const conversationStates: readonly State[] = [
  {
    name: 'conversation',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, marina);
      await bubble(page, 'Passo aí hoje às 17h').waitFor();
      await row(page, marina.name).getByTestId('unread').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'conversation-days',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, marina);
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -4_000);
      await bubble(page, 'fogão de indução').waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'conversation-files',
    seat: 'ana',
    arrange: async (page, scene) => {
      await withRenato(page, scene, 'Ligação recebida');
      await page.getByTestId('film').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'conversation-cards',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, renato);
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -8_000);
      await page.getByTestId('document').waitFor();
      await page.getByTestId('contact-card').waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'conversation-parts',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, otavio);
      await bubble(page, 'Semana da cozinha').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'conversation-parts-more',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, otavio);
      await bubble(page, 'Avaria na entrega').waitFor();
    },
  },
  {
    name: 'conversation-marks',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, sonia);
      await bubble(page, 'Não foi enviada').waitFor();
    },
  },
  {
    name: 'conversation-loading',
    seat: 'ana',
    arrange: async (page, scene) => {
      const address = await scene.addressOf(marina);
      await page.route(messages, () => undefined);
      await page.goto(`${scene.product.url}/tickets/${address}`);
      await page.getByRole('heading', { level: 1, name: marina.name }).waitFor();
      await page
        .locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')
        .first()
        .waitFor();
    },
    leave: page => page.unroute(messages),
  },
  {
    name: 'conversation-error',
    seat: 'ana',
    arrange: async (page, scene) => {
      const address = await scene.addressOf(marina);
      const body = JSON.stringify({ error: 'ERR_INTERNAL', message: '' });
      await page.route(messages, route =>
        route.fulfill({ status: 500, contentType: 'application/json', body }),
      );
      await page.goto(`${scene.product.url}/tickets/${address}`);
      await page.getByRole('button', { name: 'Tentar de novo' }).first().waitFor();
    },
    leave: page => page.unroute(messages),
  },
  {
    name: 'offline',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, marina);
      await page.context().setOffline(true);
      await page.getByText('Reconectando…').waitFor();
    },
    leave: async page => {
      await page.context().setOffline(false);
      await page.getByText('Reconectando…').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'lightbox',
    seat: 'ana',
    arrange: async (page, scene) => {
      await withRenato(page, scene, 'Queremos destas três cores');
      await bubble(page, 'Queremos destas três cores').getByTestId('picture').click();
      await page.getByTestId('lightbox').waitFor();
    },
  },
  {
    name: 'message-menu',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, marina);
      const message = bubble(page, 'Posso separar uma no seu nome?').first();
      await message.hover();
      await message.getByRole('button', { name: 'Opções da mensagem' }).click();
      await page.getByRole('menuitem', { name: 'Responder' }).waitFor();
    },
  },
  {
    name: 'presence',
    seat: 'ana',
    arrange: async (page, scene) => {
      await toConversation(page, scene, marina);
      await toConversation(scene.seats.admin, scene, marina);
      await page.getByText('Administração está vendo').waitFor();
    },
    hold: async (page, { seats }) => {
      await input(seats.admin).pressSequentially('Ok');
      await page.getByText('Administração está digitando…').waitFor();
    },
    leave: async (_page, { seats, product }) => {
      await input(seats.admin).fill('');
      await seats.admin.goto(`${product.url}/tickets`);
    },
  },
  {
    name: 'contact-typing',
    seat: 'ana',
    arrange: (page, scene) => toConversation(page, scene, marina),
    hold: async (page, { office }) => {
      const shown = page.getByText(`${marina.name} está digitando…`).first();
      const until = Date.now() + 45_000;
      do {
        if (Date.now() > until) throw new Error('the contact is not shown to write');
        await office.simulator.post(`/contacts/${marina.number}/typing`, { to: phone.number, on: true });
      } while (
        !(await shown.waitFor({ timeout: 1_000 }).then(
          () => true,
          () => false,
        ))
      );
    },
  },
];
