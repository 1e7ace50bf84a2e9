import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commandAnswer, queuesAnswer, queueUseAnswer } from '#contracts/http.ts';
import { queueView } from '#contracts/views.ts';
import type { QueueView } from '../../api/queues.ts';
import { takeSetting } from '../../api/session-store.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import QueuesPage from './queues-page.tsx';

const texts = { greetingMessage: '', outOfHoursMessage: '', complationMessage: '', ratingMessage: '' };
const rest = { ...texts, orderQueue: 0, schedules: [], holidays: [] };
const sales: QueueView = { ...rest, id: uuid(10), name: 'Vendas', color: '#fa5252', greetingMessage: 'Olá!' };
const support: QueueView = { ...rest, id: uuid(11), name: 'Suporte', color: '#123456' };

const setUp = async (queues: readonly QueueView[]) => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/queue', schema: queuesAnswer },
    answer: () => [...queues],
  });
  network.answer({
    ...{ method: 'GET', path: `/queue/${sales.id}/use`, schema: queueUseAnswer },
    answer: () => ({ tickets: 2, users: 1, connections: 0 }),
  });
  network.answer({ ...{ method: 'POST', path: '/queue', schema: queueView }, answer: () => sales });
  network.answer({ ...{ method: 'PUT', path: '/queue', schema: queueView }, answer: () => sales });
  network.answer({
    ...{ method: 'DELETE', path: '/queue', schema: commandAnswer },
    answer: () => ({ id: sales.id, position: 9 }),
  });
  await stage(network, <QueuesPage />);
  return network;
};
const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const save = () => dialog().getByRole('button', { name: 'Salvar' }).click();

it('has hours of its own where the company says so', async () => {
  const network = await setUp([sales]);
  takeSetting({ key: 'scheduleType', value: 'queue' });
  await page.getByRole('button', { name: 'Editar: Vendas' }).click();
  await dialog().getByRole('tab', { name: 'Horários de Atendimento' }).click();
  const start = field('Segunda-feira: início');
  await expect.element(start).toHaveValue('08:00');
  await userEvent.fill(start, '09');
  await save();
  await expect.element(dialog().getByText('Há horários incompletos. Use o formato 08:00.')).toBeVisible();
  await userEvent.fill(start, '0930');
  await expect.element(start).toHaveValue('09:30');
  await save();
  await expect.element(page.getByText('Fila salva com sucesso!')).toBeVisible();
  const [call] = network.callsOf('PUT', '/queue');
  const { schedules, holidays } = queueView.pick({ schedules: true, holidays: true }).parse(call?.body);
  expect(schedules[0]).toEqual({
    ...{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:30', endTime: '18:00' },
  });
  expect([schedules.length, holidays.length]).toEqual([7, 10]);
});

it('shows name, colour and greeting, and finds by name', async () => {
  await setUp([sales, support]);
  const row = page.getByRole('row', { name: 'Vendas' });
  await expect.element(row).toHaveTextContent('#fa5252');
  await expect.element(row).toHaveTextContent('Olá!');
  await userEvent.fill(page.getByRole('searchbox', { name: 'Buscar' }), 'supórte');
  await expect.element(page.getByRole('row', { name: 'Suporte' })).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
});

it('makes a queue with a colour of fifty that no other has', async () => {
  const network = await setUp([sales]);
  await page.getByRole('button', { name: 'Adicionar fila' }).click();
  await expect.element(dialog().getByRole('radio', { name: 'vermelho 2: em uso por Vendas' })).toBeVisible();
  expect(dialog().getByRole('radio').elements()).toHaveLength(50);
  await save();
  await expect.element(dialog().getByText('Obrigatório')).toBeVisible();
  await userEvent.fill(field('Nome'), 'Caixa');
  await dialog().getByRole('radio', { name: 'vermelho 2: em uso por Vendas' }).click({ force: true });
  await expect.element(field('Código da cor')).not.toHaveValue('#fa5252');
  await dialog().getByRole('radio', { name: 'azul 3' }).click();
  await userEvent.fill(field('Mensagem de conclusão'), 'Até logo!');
  await save();
  await expect.element(page.getByText('Fila salva com sucesso!')).toBeVisible();
  expect(network.callsOf('POST', '/queue').map(({ body }) => body)).toEqual([
    { ...texts, name: 'Caixa', color: '#1971c2', complationMessage: 'Até logo!', orderQueue: 0 },
  ]);
});

it('says at its place that a colour is taken', async () => {
  const network = await setUp([sales]);
  network.answer({
    ...{ method: 'POST', path: '/queue', schema: queueView },
    answer: () => ({ refused: 'ERR_QUEUE_COLOR_ALREADY_EXISTS', status: 409 }),
  });
  await page.getByRole('button', { name: 'Adicionar fila' }).click();
  await userEvent.fill(field('Nome'), 'Caixa');
  await userEvent.fill(field('Código da cor'), '#fa');
  await save();
  await expect.element(field('Código da cor')).toHaveValue('#fa');
  await expect.element(dialog().getByText(/cor/i).last()).toBeVisible();
});

it('asks before a queue goes: what goes with it, and where its tickets shall be', async () => {
  const network = await setUp([sales, support]);
  await page.getByRole('button', { name: 'Excluir: Vendas' }).click();
  await expect.element(dialog().getByText('Deseja realmente excluir este registro?')).toBeVisible();
  await expect.element(dialog().getByText('2 tickets em aberto mudam de fila')).toBeVisible();
  await dialog().getByRole('combobox', { name: 'Mover os tickets para' }).click();
  await page.getByRole('option', { name: 'Suporte' }).click();
  await dialog().getByRole('button', { name: 'Excluir' }).click();
  await expect.element(page.getByText('Fila excluída com sucesso!')).toBeVisible();
  const calls = network.callsOf('DELETE', '/queue');
  expect(calls.map(({ path, query }) => [path, query.get('successorId')])).toEqual([
    [`/queue/${sales.id}`, support.id],
  ]);
});
