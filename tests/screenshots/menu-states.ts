import type { Page } from 'playwright-core';
import { newId } from '#commands/ids.ts';
import { connectionId, phone, queues, users } from '#start/demo/records.ts';
import { bubbles } from '../system/screen.ts';
import type { Contact } from './office.ts';
import { dialog, press, type Scene, type State } from './scene.ts';

/** Of the queue Suporte: gone again afterwards, or contacts that write would be asked. */
const options = [
  { id: '1', title: 'Segunda via de boleto', message: 'Envie o CNPJ da empresa, por favor.' },
  { id: '2', title: 'Problema com um pedido', message: 'O que houve com o pedido?' },
  { id: '3', parent: '2', title: 'Não chegou', message: 'Qual é o número do pedido?' },
  { id: '4', parent: '2', title: 'Chegou errado', message: 'Mande uma foto do que chegou, por favor.' },
  { id: '5', title: 'Horários e endereço', message: 'De segunda a sábado, das 7h às 20h.' },
] as const;
const optionIds = new Map(options.map(({ id }) => [id as string, newId()]));
const optionOf = (id: string) => ({
  queueId: queues.suporte.queueId,
  optionId: optionIds.get(id) ?? newId(),
});

const addOptions = async ({ office: { commands, by, must } }: Scene): Promise<void> => {
  for (const { id, title, message, ...rest } of options) {
    const parentId = 'parent' in rest ? optionOf(rest.parent).optionId : null;
    await must(commands.queueMenu.add(by(users.admin), { ...optionOf(id), parentId, title, message }));
  }
};
const removeOptions = async (_page: Page, { office: { commands, by, must } }: Scene): Promise<void> => {
  for (const id of ['1', '2', '5']) await must(commands.queueMenu.remove(by(users.admin), optionOf(id)));
  for (const { id } of options) optionIds.set(id, newId());
};

const toEditor = async (page: Page, scene: Scene): Promise<void> => {
  await addOptions(scene);
  await page.goto(`${scene.product.url}/queues`);
  await press(page, `Editar: ${queues.suporte.name}`);
  await dialog(page).getByRole('tab', { name: 'Opções do chatbot' }).click();
};

const greeting = 'Olá! Aqui é a Demonstração. Escolha o assunto pelo número:';
/** Whether the connection asks those who write which queue they want. */
const askQueues = async ({ office: { commands, by, must } }: Scene, asks: boolean): Promise<void> => {
  const queueIds = asks ? [queues.vendas.queueId, queues.suporte.queueId] : [];
  const change = { connectionId, queueIds, greetingMessage: asks ? greeting : '' };
  await must(commands.connection.change(by(users.admin), change));
};

/** Somebody new, who is in the middle of the menu. Answers their ticket. */
const walkMenu = async ({ office: { simulator, says } }: Scene, contact: Contact): Promise<string> => {
  await simulator.post('/contacts', contact);
  const until = (text: string) =>
    simulator.untilShown(contact.number, phone.number, shown =>
      shown.some(each => each.text?.includes(text) ?? false),
    );
  const { ticketId } = await says(contact, { text: 'Boa tarde, meu pedido não chegou' });
  await until('Escolha o assunto');
  await says(contact, { text: '2' });
  await until('Problema com um pedido');
  await says(contact, { text: '2' });
  await until('Chegou errado');
  return ticketId;
};
const guests: Readonly<Record<Scene['width'], Contact>> = {
  wide: { number: '5548991230001', name: 'Beatriz Moura' },
  narrow: { number: '5548991230002', name: 'Beatriz Moura' },
};
let walked: string | undefined;

/** The menu of those who write while nobody attends them: made, tried and seen. */
export const menuStates: readonly State[] = [
  {
    name: 'queue-options',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toEditor(page, scene);
      await press(page, /^Não chegou/);
      await page.getByRole('textbox', { name: 'Título' }).waitFor();
    },
    leave: removeOptions,
  },
  {
    name: 'queue-options-trial',
    seat: 'admin',
    arrange: async (page, scene) => {
      await toEditor(page, scene);
      await press(page, 'Experimentar');
      const customer = page.getByRole('region', { name: 'Como o cliente vê' });
      for (const answer of ['boleto?', '2', '1']) {
        await customer.getByRole('textbox').fill(answer);
        await customer.getByRole('textbox').press('Enter');
      }
      await customer.getByText('Qual é o número do pedido?').waitFor();
      await customer.scrollIntoViewIfNeeded();
    },
    leave: removeOptions,
  },
  {
    name: 'conversation-menu',
    seat: 'ana',
    arrange: async (page, scene) => {
      await addOptions(scene);
      await askQueues(scene, true);
      walked = await walkMenu(scene, guests[scene.width]);
      await page.goto(`${scene.product.url}/tickets/${walked}`);
      await page
        .getByRole('button', { name: /^Assumir/ })
        .first()
        .waitFor();
      await bubbles(page).last().waitFor();
    },
    leave: async (page, scene) => {
      const { commands, by, must } = scene.office;
      await askQueues(scene, false);
      if (walked) await must(commands.ticket.close(by(users.admin), { ticketId: walked, justClose: true }));
      await removeOptions(page, scene);
    },
  },
];
