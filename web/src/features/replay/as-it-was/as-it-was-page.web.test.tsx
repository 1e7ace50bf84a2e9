import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type PastMessageView,
  type PastOverview,
  type PastTicketAnswer,
  type PastTicketRow,
  pastChanges,
  pastMessages,
  pastOverview,
  pastTicket,
  pastTickets,
} from '#contracts/replay.ts';
import { messageOf } from '../../../live/testing/messages.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import ReplayPage from '../replay-page.tsx';

const at = '2026-11-12T17:05:00.000Z';
const address = `/replay?at=${encodeURIComponent(at)}`;
const path = '/replay/as-it-was';

const sales = { id: uuid(21), name: 'Vendas', color: '#1c7ed6', removed: false };
const old = { id: uuid(22), name: 'Antiga', color: '#e8590c', removed: true };
const bruno = { id: uuid(11), name: 'Bruno' };
const overview: PastOverview = {
  ...{ at, zone: 'America/Sao_Paulo', from: '2026-11-12T03:00:00.000Z' },
  counters: { waiting: 7, menu: 2, attending: 3, closed: 1_204 },
  queues: [
    { queue: sales, waiting: 5, attending: 3, closed: 1_200 },
    { queue: old, waiting: 0, attending: 0, closed: 4 },
    { queue: null, waiting: 2, attending: 0, closed: 0 },
  ],
  attendants: [
    { user: bruno, attending: 3, closed: 900 },
    { user: { id: uuid(12), name: 'Caio', removed: true }, attending: 0, closed: 304 },
  ],
};
const clara = {
  ...{ id: uuid(31), name: 'Clara Souza', number: '5511988887777', profilePicUrl: null },
  ...{ isGroup: false, erased: false },
};
const row = (n: number, more: Partial<PastTicketRow> = {}): PastTicketRow => ({
  ...{ id: uuid(100 + n), number: n, status: 'pending', contact: clara, queue: sales, user: null },
  ...{ connection: { id: uuid(41), name: 'Loja' }, since: '2026-11-12T15:00:00.000Z' },
  ...{ customerSince: null, became: null },
  ...more,
});
const said = (n: number, more: Partial<PastMessageView> = {}): PastMessageView => ({
  ...messageOf({ id: uuid(200 + n), ticketId: uuid(101), contactId: clara.id, body: `Mensagem ${n}` }),
  ...{ createdAt: '2026-11-12T15:01:00.000Z', position: n, later: null, withheld: false },
  ...more,
});
const ticket: PastTicketAnswer = {
  at,
  ticket: {
    ...row(1),
    ...{ status: 'open', user: bruno, tags: [{ ...sales, name: 'Urgente' }], gone: false },
    createdAt: '2026-11-12T15:00:00.000Z',
  },
  notes: [
    {
      ...{ id: uuid(51), ticketId: uuid(101), note: 'Ligar depois', user: bruno, later: null },
      createdAt: '2026-11-12T15:02:00.000Z',
    },
  ],
  history: [
    {
      ...{ position: 1, action: 'accepted', at: '2026-11-12T15:03:00.000Z', actor: 'user', user: bruno },
      ...{ to: null, queue: null, notes: null, tags: [], reason: null, rating: null },
    },
  ],
};

const office = (closed: readonly PastTicketRow[] = []) => {
  const network = fakeNetwork();
  network.answer({ method: 'GET', path, schema: pastOverview, answer: () => overview });
  network.answer({
    ...{ method: 'GET', path: `${path}/tickets`, schema: pastTickets },
    answer: ({ query }) => {
      if (query.get('list') === 'closed') return { tickets: [...closed], nextCursor: null };
      if (query.get('cursor'))
        return { tickets: [row(3, { contact: { ...clara, erased: true } })], nextCursor: null };
      const menu = row(2, { status: 'menu', queue: null, number: null });
      return {
        tickets: [row(1, { customerSince: '2026-11-12T14:35:00.000Z' }), menu],
        nextCursor: 'more',
      };
    },
  });
  network.answer({
    method: 'GET',
    path: `${path}/tickets/${uuid(101)}`,
    schema: pastTicket,
    answer: () => ticket,
  });
  network.answer({
    ...{ method: 'GET', path: `${path}/tickets/${uuid(101)}/messages`, schema: pastMessages },
    answer: ({ query }) =>
      query.get('cursor')
        ? { messages: [said(1, { createdAt: '2026-11-11T15:01:00.000Z' })], nextCursor: null }
        : {
            messages: [
              said(2, {
                body: 'Custa 10',
                fromMe: true,
                senderName: 'Bruno',
                state: 'read',
                later: 'edited',
              }),
              said(3, { body: '', later: 'deleted', withheld: true }),
              said(4, { body: '', isDeleted: true }),
              said(5, { reactions: [{ emoji: '👍', fromMe: true }] }),
            ],
            nextCursor: 'older',
          },
  });
  return network;
};
const place = () => page.getByTestId('place');

it('asks for an instant, and shows it by its address', async () => {
  await stage(office(), <ReplayPage />, { address: '/replay' });
  await expect.element(page.getByText('Escolha um dia e uma hora para ver')).toBeVisible();
  await page.getByRole('textbox', { name: 'Dia' }).fill('12/11/2026');
  await page.getByRole('textbox', { name: 'Hora' }).fill('14:05');
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect.element(page.getByText('Você está vendo como estava em 12/11/2026 14:05')).toBeVisible();
  await expect.element(place()).toHaveTextContent(`at=${encodeURIComponent(at)}`);
});

it('refuses an instant that has not come, and what is none', async () => {
  await stage(office(), <ReplayPage />, { address: '/replay?at=ontem' });
  await expect
    .element(page.getByText('O endereço não traz um instante que exista', { exact: false }))
    .toBeVisible();
  await page.getByRole('textbox', { name: 'Dia' }).fill('12/11/2099');
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect.element(page.getByText('Este instante ainda não chegou.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Hora' }).fill('9');
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect.element(page.getByText('Escolha um dia e uma hora.', { exact: true })).toBeVisible();
});

it('shows the counters, by queue and attendant, and the lists of then', async () => {
  await stage(office(), <ReplayPage />, { address });
  await expect.element(page.getByRole('region', { name: 'Aguardando', exact: true })).toHaveTextContent('7');
  await expect.element(page.getByRole('region', { name: 'Encerramentos no dia' })).toHaveTextContent('1.204');
  await expect.element(page.getByText('2 no menu')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Antiga (removida)' })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Caio (desativado)' })).toBeVisible();
  const lists = page.getByRole('region', { name: 'Tickets de então' });
  await expect.element(lists.getByRole('link').first()).toHaveTextContent('2 h 5 min');
  await expect.element(lists.getByText('Sem fila · No menu')).toBeVisible();
  await lists.getByRole('button', { name: 'Mostrar mais' }).click();
  await expect.element(lists.getByText('Contato apagado')).toBeVisible();
  await lists.getByText('Encerrados', { exact: false }).click();
  await expect.element(lists.getByText('Nenhum ticket tinha sido encerrado', { exact: false })).toBeVisible();
  await expect.element(place()).toHaveTextContent('list=closed');
});

it('shows what closed tickets had become by then, and how long customers had waited in all', async () => {
  const closed = { status: 'closed' as const, since: '2026-11-12T16:30:00.000Z' };
  const [reopened, deleted] = (['reopened', 'deleted'] as const).map(became => ({ ...closed, became }));
  await stage(office([row(4, closed), row(5, reopened), row(6, deleted)]), <ReplayPage />, { address });
  const lists = page.getByRole('region', { name: 'Tickets de então' });
  const waiting = page.getByRole('link', { name: /#1 / });
  await expect.element(waiting).toHaveTextContent('2 h 5 min');
  await expect.element(waiting).toHaveTextContent('o cliente espera há 2 h 30 min');
  await lists.getByText('Encerrados', { exact: false }).click();
  await expect.element(page.getByText('Cada encerramento do dia', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /#4 / })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /#5 .*reaberto depois/ })).toBeVisible();
  await expect.element(page.getByText('#6 · Vendas · excluído depois')).toBeVisible();
  expect(page.getByRole('link', { name: /#6 / }).elements()).toEqual([]);
});

it('steps to other instants, by the calendar where clocks change', async () => {
  await stage(office(), <ReplayPage />, { address });
  const steps = page.getByRole('form', { name: 'Instante' });
  const dayEarlier = steps.getByRole('button', { name: '1 dia antes' });
  await dayEarlier.click();
  await expect.element(page.getByText('como estava em 11/11/2026 14:05', { exact: false })).toBeVisible();
  // Who goes on with the keyboard is where they were.
  await expect.element(dayEarlier).toHaveFocus();
  await expect.element(page.getByRole('textbox', { name: 'Dia' })).toHaveValue('11/11/2026');
  await page.getByRole('button', { name: '1 hora depois' }).click();
  await expect.element(page.getByText('como estava em 11/11/2026 15:05', { exact: false })).toBeVisible();
});

it('goes back from a ticket to the list that was open', async () => {
  await stage(office(), <ReplayPage />, { address: `${address}&list=attending` });
  await page.getByRole('region', { name: 'Tickets de então' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Tickets de então' }).click();
  await expect.element(place()).toHaveTextContent('list=attending');
});

it('says what changed since an earlier instant', async () => {
  const network = office();
  const standing = { status: 'pending' as const, queue: sales, user: null };
  const change = { number: 1, contact: clara, connection: null };
  network.answer({
    ...{ method: 'GET', path: `${path}/changes`, schema: pastChanges },
    answer: ({ query }) => ({
      ...{ from: query.get('from') ?? '', at, counts: { came: 0, went: 1, moved: 60 } },
      changes: [
        { ...change, id: uuid(101), change: 'went' as const, before: standing, after: null },
        {
          ...{ ...change, id: uuid(102), change: 'moved' as const, before: standing },
          after: { status: 'open' as const, queue: old, user: bruno },
        },
      ],
    }),
  });
  network.answer({
    ...{ method: 'GET', path, schema: pastOverview },
    answer: ({ query }) =>
      query.get('at') === at ? overview : { ...overview, counters: { ...overview.counters, waiting: 4 } },
  });
  await stage(network, <ReplayPage />, { address });
  const panel = page.getByRole('region', { name: 'O que mudou desde' });
  await panel.getByRole('button', { name: '1 dia antes' }).click();
  await expect.element(panel.getByText('O que mudou desde 11/11/2026 14:05')).toBeVisible();
  await expect.element(panel.getByText('(+3)', { exact: false })).toBeVisible();
  await expect.element(panel.getByText('Saiu: 1')).toBeVisible();
  await expect.element(panel.getByText('#1 · Aguardando (Vendas) → Bruno (Antiga)')).toBeVisible();
  await expect.element(panel.getByText('e mais 59')).toBeVisible();
  await panel.getByRole('button', { name: 'Fechar a comparação' }).click();
  await expect.element(place()).not.toHaveTextContent('since=');
});

it('is left by Esc, and by a button', async () => {
  await stage(office(), <ReplayPage />, { address });
  await expect.element(page.getByText('Você está vendo', { exact: false })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Você está vendo', { exact: false })).not.toBeInTheDocument();
  await expect.element(place()).toHaveTextContent(/^\/replay$/);
});

it('is not left by the Esc that closes the calendar', async () => {
  await stage(office(), <ReplayPage />, { address });
  const calendar = () => document.querySelector('[data-dates-dropdown]');
  await page.getByRole('textbox', { name: 'Dia' }).click();
  await expect.poll(calendar).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(calendar).toBeNull();
  await expect.element(page.getByText('Você está vendo', { exact: false })).toBeVisible();
  await expect.element(place()).toHaveTextContent(address);
});

it('opens a ticket in the words of then, with nothing to do on it', async () => {
  await stage(office(), <ReplayPage />, { address });
  await page.getByRole('region', { name: 'Tickets de então' }).getByRole('link').first().click();
  const conversation = page.getByRole('region', { name: 'Conversa de então' });
  await expect.element(conversation.getByText('Custa 10')).toBeVisible();
  await expect.element(conversation.getByText('editada depois')).toBeVisible();
  await expect.element(conversation.getByText('Apagado depois; só administradores leem.')).toBeVisible();
  await expect.element(conversation.getByText('Mensagem apagada')).toBeVisible();
  await expect.element(conversation.getByRole('img', { name: 'Reações' })).toBeVisible();
  await conversation.getByRole('button', { name: 'Mensagens anteriores' }).click();
  await expect.element(conversation.getByText('11/11/2026')).toBeVisible();
  const details = page.getByRole('complementary', { name: 'Dados de então' });
  await expect.element(details.getByText('Urgente')).toBeVisible();
  await expect.element(details.getByText('Ligar depois')).toBeVisible();
  await expect.element(details.getByText('Bruno aceitou')).toBeVisible();
  // Another instant can be chosen, and nothing else.
  const instant = page.getByRole('form', { name: 'Instante' }).element();
  const beside = (elements: readonly Element[]) => elements.filter(each => !instant.contains(each));
  const buttons = beside(page.getByRole('button').elements());
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Voltar ao presenteEsc']);
  expect(beside(page.getByRole('textbox').elements())).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(place()).toHaveTextContent(/^\/replay$/);
});

it('says why there is nothing, and offers no second try of what is refused for good', async () => {
  const network = office();
  network.answer({
    ...{ method: 'GET', path, schema: pastOverview },
    answer: () => ({ refused: 'ERR_BEFORE_HISTORY', status: 400 }),
  });
  await stage(network, <ReplayPage />, { address });
  await expect.element(page.getByText('A empresa ainda não existia nesse instante.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Tentar de novo' }).elements()).toEqual([]);
});

it('says of a company of which nothing is recorded that there is no history yet', async () => {
  const network = office();
  network.answer({
    ...{ method: 'GET', path, schema: pastOverview },
    answer: () => ({ refused: 'ERR_BEFORE_HISTORY', status: 400, details: { begins: null } }),
  });
  await stage(network, <ReplayPage />, { address });
  await expect.element(page.getByText('Ainda não há nada registrado desta empresa.')).toBeVisible();
  await expect.element(page.getByText(/ainda não existia/)).not.toBeInTheDocument();
});

it('says what failed, and tries again', async () => {
  const network = office();
  let isDown = true;
  network.answer({
    ...{ method: 'GET', path, schema: pastOverview },
    answer: () => (isDown ? { refused: 'ERR_INTERNAL', status: 500 } : overview),
  });
  await stage(network, <ReplayPage />, { address });
  await expect.element(page.getByRole('alert')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByRole('region', { name: 'Aguardando', exact: true })).toBeVisible();
});

it('says that there was no such ticket', async () => {
  const network = office();
  network.answer({
    ...{ method: 'GET', path: `${path}/tickets`, schema: pastTicket },
    answer: () => ({ refused: 'ERR_NO_TICKET_FOUND', status: 404 }),
  });
  await stage(network, <ReplayPage />, { address: `/replay/tickets/${uuid(999)}?at=${at}` });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Tickets de então' })).toBeVisible();
});

it.each([
  ['the company', address, 'light'],
  ['a ticket', `/replay/tickets/${uuid(101)}?at=${at}`, 'dark'],
] as const)('fits %s onto a phone', async (_, wanted, scheme) => {
  await stage(office(), <ReplayPage />, { address: wanted, width: 360, scheme });
  await expect.element(page.getByText('Bruno', { exact: false }).first()).toBeInTheDocument();
  const panel = document.querySelector('[role=tabpanel]');
  const wide = [...(panel?.querySelectorAll('*') ?? [])].filter(
    each => each.getBoundingClientRect().right > 360,
  );
  expect(wide.map(({ className }) => className)).toEqual([]);
  expect(panel?.scrollWidth).toBeLessThanOrEqual(panel?.clientWidth ?? 0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
