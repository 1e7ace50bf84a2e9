import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { connectionsAnswer } from '#contracts/connections.ts';
import { contactDetail, contactsAnswer } from '#contracts/contacts.ts';
import { commandAnswer } from '#contracts/http.ts';
import { type ScheduleView, schedulesAnswer } from '#contracts/schedules.ts';
import type { ScheduleStatus } from '#domain/schedule/lifecycle.ts';
import { dayOf } from '#domain/shared/calendar.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import SchedulesPage from './schedules-page.tsx';

const zone = 'America/Sao_Paulo';
const clara = { id: uuid(20), name: 'Clara Lima', number: '5511987654321' };
const scheduled = (change: Partial<ScheduleView> = {}): ScheduleView => ({
  ...{ id: uuid(10), contactId: clara.id, contact: clara, body: 'Sua consulta é amanhã às nove horas.' },
  ...{ sendAt: '2099-01-31T09:00', startsAt: '2099-01-31T09:00', zone, dueAt: '2099-01-31T12:00:00.000Z' },
  ...{
    sentAt: null,
    lastSentAt: null,
    status: 'scheduled' as const,
    reason: null,
    recurrence: 'none' as const,
  },
  ...{
    signature: true,
    replyToAuthor: false,
    whatsappId: uuid(30),
    whatsapp: { id: uuid(30), name: 'Principal' },
  },
  ...{ userId: uuid(1), user: { id: uuid(1), name: 'Ana Prado' }, mediaName: null, mediaPath: null },
  ...{ companyId: uuid(2), createdAt: '2026-11-23T12:00:00.000Z', updatedAt: '2026-11-23T12:00:00.000Z' },
  ...change,
});
const inStatus = (status: ScheduleStatus, change: Partial<ScheduleView> = {}) =>
  scheduled({ status, ...change });

const person = {
  ...{ ...clara, email: null, profilePicUrl: null, isGroup: false, queueId: null },
  ...{ erased: false, notification: true },
};

const setUp = async (schedules: readonly ScheduleView[], options: Parameters<typeof stage>[2] = {}) => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/schedules', schema: schedulesAnswer },
    answer: ({ query }) => {
      const asked = query.get('status');
      const found = schedules.filter(({ status }) => !asked || status === asked);
      return { schedules: found, hasMore: false, count: found.length };
    },
  });
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    network.answer({
      ...{ method, path: '/schedules', schema: commandAnswer },
      answer: () => ({ id: uuid(10), position: 9 }),
    });
  network.answer({
    ...{ method: 'GET', path: '/contacts', schema: contactsAnswer },
    answer: () => ({ contacts: [person], hasMore: false, count: 1, nextCursor: null }),
  });
  network.answer({
    ...{ method: 'GET', path: '/whatsapp', schema: connectionsAnswer },
    answer: () => [],
  });
  await stage(network, <SchedulesPage />, options);
  return network;
};
const dialog = () => page.getByRole('dialog');
const row = () => page.getByRole('row', { name: 'Clara Lima' });

it('shows whom, the beginning of the words, when and how it stands', async () => {
  await setUp([scheduled({ recurrence: 'monthly' })]);
  await expect.element(row()).toHaveTextContent('Sua consulta é amanhã às …');
  await expect.element(row()).toHaveTextContent('31/01/2099 09:00');
  await expect.element(row()).toHaveTextContent('Todo mês');
  await expect.element(row()).toHaveTextContent('Agendada');
});

it('names the zone where it is not the company’s', async () => {
  await setUp([scheduled({ zone: 'America/Manaus' })]);
  await expect.element(row()).toHaveTextContent('31/01/2099 09:00 (America/Manaus)');
});

it('shows a month, through which the keyboard goes, and what is on each day', async () => {
  const today = dayOf(new Date(), zone);
  const daily = scheduled({
    ...{ sendAt: `${today}T08:00`, startsAt: `${today}T08:00`, recurrence: 'daily' as const },
  });
  const network = await setUp([daily]);
  await page.getByText('Calendário', { exact: true }).click();
  const chosen = page.getByRole('button', { pressed: true });
  await expect.element(chosen).toHaveTextContent(String(Number(today.slice(8))));
  await expect.element(chosen).toHaveAccessibleName(/1 mensagem$/);
  await expect.element(page.getByRole('listitem')).toHaveTextContent('08:00Clara Lima');
  chosen.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('button', { pressed: true })).toHaveFocus();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Clara Lima');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(page.getByText('Nada agendado para este dia.')).toBeVisible();
  await page.getByRole('button', { name: 'Hoje' }).click();
  await page.getByRole('listitem').getByRole('button').click();
  await expect.element(dialog().getByText('Mensagem agendada')).toBeVisible();
  const asked = network.callsOf('GET', '/schedules').map(({ query }) => query.get('from') ?? '');
  expect(asked.some(from => from !== '' && from <= today)).toBe(true);
});

it('shows those of one status, which the address keeps, in the list and in the calendar', async () => {
  const today = dayOf(new Date(), zone);
  const at = (hour: string) => ({ sendAt: `${today}T${hour}:00`, startsAt: `${today}T${hour}:00` });
  const failed = inStatus('failed', { ...at('08'), id: uuid(11), body: 'Não saiu.' });
  await setUp([scheduled(at('09')), failed]);
  const rows = page.getByRole('row', { name: 'Clara Lima' });
  await expect.poll(() => rows.elements()).toHaveLength(2);
  const choose = async (option: string) => {
    await page.getByRole('combobox', { name: 'Situação' }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Falhou');
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.element(rows).toHaveTextContent('Não saiu.');
  await expect.element(page.getByTestId('place')).toHaveTextContent('/?status=failed');
  await page.getByText('Calendário', { exact: true }).click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Não saiu.');
  await page.getByText('Lista', { exact: true }).click();
  await choose('Enviada');
  await expect.element(page.getByText('Nenhuma mensagem nesta situação.')).toBeVisible();
  await choose('Todas as situações');
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await expect.element(page.getByTestId('place')).toHaveTextContent(/^\/$/);
});

it('has room for status and view where it is narrow', async () => {
  await setUp([scheduled()], { width: 390 });
  for (const view of ['Calendário', 'Lista']) {
    const words = page.getByText('Calendário', { exact: true });
    await expect.element(words).toBeInViewport({ ratio: 0.9 });
    await expect.element(page.getByRole('combobox', { name: 'Situação' })).toBeInViewport({ ratio: 0.9 });
    await page.getByText(view, { exact: true }).click();
  }
});

it('asks for contact, words and time, in the words of the specification', async () => {
  const network = await setUp([]);
  await page.getByRole('button', { name: 'Agendar mensagem' }).click();
  const inAnHour = new Date(Date.now() + 3_600_000);
  const day = dialog().getByLabelText('Dia do envio');
  const time = dialog().getByLabelText('Hora');
  await expect.element(time).toBeVisible();
  const [year, month, date] = dayOf(inAnHour, zone).split('-');
  await expect.element(day).toHaveValue(`${date}/${month}/${year}`);
  await expect.element(time).toHaveValue(expect.stringMatching(/^\d\d:\d\d$/));
  await userEvent.fill(dialog().getByLabelText('Mensagem'), 'Oi!');
  await userEvent.fill(day, `${date}/${month}/${year}`);
  await userEvent.fill(time, '');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(dialog().getByText('Mensagem muito curta')).toBeVisible();
  await expect.element(dialog().getByText('Obrigatório')).toBeVisible();
  await expect.element(dialog().getByText('Escolha um horário que ainda não passou')).toBeVisible();
  await userEvent.fill(dialog().getByLabelText('Contato', { exact: true }), 'Clara');
  await page.getByRole('option', { name: 'Clara Lima' }).click();
  await userEvent.fill(dialog().getByLabelText('Mensagem'), 'Bom dia!');
  await userEvent.fill(day, '31/01/2099');
  await userEvent.fill(time, '0900');
  await dialog().getByRole('switch', { name: 'A resposta abre um ticket' }).click();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Mensagem agendada com sucesso!')).toBeVisible();
  expect(network.callsOf('POST', '/schedules').map(({ body }) => body)).toEqual([
    {
      ...{ contactId: clara.id, body: 'Bom dia!', sendAt: '2099-01-31T09:00', zone },
      ...{ whatsappId: null, recurrence: 'none', signature: true, replyToAuthor: true },
    },
  ]);
});

it('opens the form for the contact that its address names', async () => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/schedules', schema: schedulesAnswer },
    answer: () => ({ schedules: [], hasMore: false, count: 0 }),
  });
  network.answer({
    ...{ method: 'GET', path: '/whatsapp', schema: connectionsAnswer },
    answer: () => [],
  });
  network.answer({
    ...{ method: 'GET', path: `/contacts/${clara.id}`, schema: contactDetail },
    answer: () => ({
      ...{ ...person, extraInfo: [], createdAt: '2026-11-23T12:00:00.000Z', merged: [], contactsUser: [] },
    }),
  });
  await stage(network, <SchedulesPage />, { address: `/schedules?contactId=${clara.id}` });
  await expect.element(dialog().getByLabelText('Contato', { exact: true })).toHaveValue('Clara Lima');
});

it('changes one, whose contact stays', async () => {
  const network = await setUp([inStatus('failed', { reason: 'ERR_SENDING_WAPP_MSG' })]);
  await page.getByRole('button', { name: 'Editar: Clara Lima' }).click();
  await expect.element(dialog().getByText('Mensagem falhou')).toBeVisible();
  await expect.element(dialog().getByLabelText('Contato', { exact: true })).toHaveAttribute('readonly');
  await userEvent.fill(dialog().getByLabelText('Mensagem'), 'Mudou de hora.');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Agendamento atualizado com sucesso!')).toBeVisible();
  expect(network.callsOf('PUT', '/schedules')).toHaveLength(1);
});

it('has nothing to save once it is sent', async () => {
  await setUp([inStatus('sent', { sentAt: '2026-11-23T12:00:00.000Z' })]);
  await page.getByRole('button', { name: 'Ver: Clara Lima' }).click();
  await expect.element(dialog().getByText('Mensagem enviada')).toBeVisible();
  await expect.element(dialog().getByText('Enviada em 23/11/2026, 09:00')).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Salvar' }).elements()).toEqual([]);
});

it('asks what to do with one that is overdue: send now or cancel', async () => {
  const network = await setUp([inStatus('overdue')]);
  await expect.element(row()).toHaveTextContent('O horário passou e nada foi enviado.');
  await page.getByRole('button', { name: 'Enviar agora: Clara Lima' }).click();
  await dialog().getByRole('button', { name: 'Enviar agora' }).click();
  await expect.element(page.getByText('A mensagem está saindo.')).toBeVisible();
  await page.getByRole('button', { name: 'Mais ações: Clara Lima' }).click();
  await page.getByRole('menuitem', { name: 'Cancelar envio' }).click();
  await dialog().getByRole('button', { name: 'Cancelar envio' }).click();
  await expect.element(page.getByText('Envio cancelado.')).toBeVisible();
  expect(network.callsOf('POST', '/schedules').map(({ path }) => path)).toEqual([
    `/schedules/${uuid(10)}/send`,
    `/schedules/${uuid(10)}/cancel`,
  ]);
});

it('says why one failed, and asks before one is removed', async () => {
  const network = await setUp([inStatus('failed', { reason: 'ERR_NO_WAPP_FOUND' })]);
  await expect.element(row()).toHaveTextContent('Falhou');
  await expect.element(row()).toHaveTextContent('Conexão não encontrada.');
  await page.getByRole('button', { name: 'Mais ações: Clara Lima' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await dialog().getByRole('button', { name: 'Excluir' }).click();
  await expect.element(page.getByText('Agendamento excluído com sucesso!')).toBeVisible();
  expect(network.callsOf('DELETE', '/schedules')).toHaveLength(1);
});
