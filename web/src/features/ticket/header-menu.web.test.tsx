import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { connectionsAnswer } from '#contracts/connections.ts';
import { commandAnswer } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';
import { ticketAt } from '../../live/testing/tickets.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import { HeaderMenu } from './header-menu.tsx';

const nothing = () => undefined;

const setUp = async (ticket: TicketView) => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/whatsapp', schema: connectionsAnswer },
    answer: () => [],
  });
  network.answer({
    ...{ method: 'POST', path: '/schedules', schema: commandAnswer },
    answer: () => ({ id: uuid(9), position: 9 }),
  });
  await stage(network, <HeaderMenu ticket={ticket} want={nothing} isNarrow={false} onDrawer={nothing} />);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  return network;
};
const item = () => page.getByRole('menuitem', { name: 'Agendar mensagem' });

it('schedules a message to whom the conversation is with, over its connection', async () => {
  const ticket = ticketAt(1, 1, { status: 'closed' });
  const network = await setUp(ticket);
  await item().click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByLabelText('Contato', { exact: true })).toHaveValue(ticket.contact.name);
  await userEvent.fill(dialog.getByLabelText('Mensagem'), 'Até amanhã!');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Mensagem agendada com sucesso!')).toBeVisible();
  expect(network.callsOf('POST', '/schedules').map(({ body }) => body)).toEqual([
    expect.objectContaining({ contactId: ticket.contactId, whatsappId: ticket.whatsappId }),
  ]);
});

it('leads to the ticket as it was, who may look at the past', async () => {
  await setUp(ticketAt(7, 1, { status: 'closed' }));
  await page.getByRole('menuitem', { name: 'Ver como estava' }).click();
  await expect.element(page.getByTestId('place')).toHaveTextContent(/\/replay\/tickets\/.*\?at=20/);
});

it.each([
  ['groups', ticketAt(1, 1, { status: 'groups', isGroup: true })],
  ['who was erased', ticketAt(1, 1, { contact: { ...ticketAt(1, 1).contact, erased: true } })],
])('schedules nothing to %s', async (_, ticket) => {
  await setUp(ticket);
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  expect(item().elements()).toEqual([]);
});
