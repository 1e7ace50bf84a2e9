import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboardAnswer } from '#contracts/dashboard.ts';
import { defaultTimeZone } from '#domain/shared/calendar.ts';
import { dashboardKey } from '../../api/dashboard.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import DashboardPage from './dashboard-page.tsx';
import {
  answerChoices,
  answerReport,
  asked,
  card,
  figures,
  month,
  setUp,
} from './testing/dashboard-stage.tsx';

it('shows this month: counters, attendants and today by the hour', async () => {
  const { network } = await setUp();
  await expect.element(card('Aguardando')).toHaveTextContent('7');
  await expect.element(card('Finalizados')).toHaveTextContent('1.204');
  await expect.element(card('Tempo médio de atendimento')).toHaveTextContent('1 h 23 min');
  await expect.element(card('Tempo médio de espera')).toHaveTextContent('–');
  await expect.element(card('Vencimento')).toHaveTextContent('Sem vencimento');
  const row = page.getByRole('row', { name: 'Bruno' });
  await expect.element(row).toHaveTextContent('Bruno2,67 (3 notas)12 min 32 s40Online');
  await expect.element(page.getByRole('row', { name: 'Caio (desativado)' })).toBeVisible();
  await expect.element(page.getByText('Tickets de hoje: 5')).toBeVisible();
  await expect.element(page.getByText(`Fuso horário: ${defaultTimeZone}`)).toBeVisible();
  expect(asked(network)).toEqual([{ date_from: month.from, date_to: month.to }]);
});

it('shows its chart as a table', async () => {
  await setUp();
  await page.getByRole('button', { name: 'Ver como tabela' }).first().click();
  await expect.element(page.getByRole('row', { name: '09h 5' })).toBeVisible();
});

it('says what a figure counts', async () => {
  await setUp();
  await page.getByRole('button', { name: 'O que é: Novos contatos' }).click();
  await expect
    .element(page.getByText('Contatos cuja primeira mensagem de todas chegou no período.'))
    .toBeVisible();
});

it('is filtered by a period, which stands in the address', async () => {
  const { network } = await setUp();
  await page.getByRole('combobox', { name: 'Tipo de filtro' }).click();
  await page.getByRole('option', { name: 'Por período' }).click();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect.element(page.getByText('Parametrize o filtro')).toBeVisible();
  await page.getByRole('combobox', { name: 'Por período' }).click();
  expect(
    page
      .getByRole('option')
      .elements()
      .map(each => each.textContent),
  ).toEqual([
    ...['Últimos 3 dias', 'Últimos 7 dias', 'Últimos 15 dias'],
    ...['Últimos 30 dias', 'Últimos 60 dias', 'Últimos 90 dias'],
  ]);
  await page.getByRole('option', { name: 'Últimos 15 dias' }).click();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect.element(page.getByTestId('place')).toHaveTextContent('/?days=15');
  expect(asked(network).at(-1)).toEqual({ days: '15' });
});

it('is filtered by dates, and wants both', async () => {
  const { network } = await setUp();
  const from = page.getByLabelText('Data inicial', { exact: true });
  await userEvent.fill(from, '01/02/2026');
  await userEvent.fill(page.getByLabelText('Data final', { exact: true }), '');
  await userEvent.tab();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect.element(page.getByText('Parametrize o filtro')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Data final', { exact: true }), '03/02/2026');
  await userEvent.tab();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect.poll(() => asked(network).at(-1)).toEqual({ date_from: '2026-02-01', date_to: '2026-02-03' });
});

it('says that its dates are in the wrong order', async () => {
  const { network } = await setUp();
  const before = asked(network).length;
  await userEvent.fill(page.getByLabelText('Data inicial', { exact: true }), '03/02/2026');
  await userEvent.fill(page.getByLabelText('Data final', { exact: true }), '01/02/2026');
  await userEvent.tab();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect
    .element(page.getByText('O fim do período vem antes do início. Troque as duas datas.'))
    .toBeVisible();
  expect(asked(network)).toHaveLength(before);
});

it('is narrowed to what is there and to what is gone, which stands in the address', async () => {
  const { network } = await setUp();
  await page.getByRole('combobox', { name: 'Fila' }).click();
  await page.getByRole('option', { name: 'Vendas (removida)' }).click();
  await expect.poll(() => asked(network).at(-1)).toMatchObject({ queueId: uuid(21) });
  await page.getByRole('combobox', { name: 'Atendente' }).click();
  await page.getByRole('option', { name: 'Caio (desativado)' }).click();
  await expect
    .element(page.getByTestId('place'))
    .toHaveTextContent(new RegExp(`queueId=${uuid(21)}&userId=${uuid(12)}`));
  await expect.poll(() => asked(network).at(-1)).toMatchObject({ queueId: uuid(21), userId: uuid(12) });
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect.poll(() => asked(network).at(-1)).toEqual({ date_from: month.from, date_to: month.to });
});

it('folds its filters into one button on phones, which says how many are set', async () => {
  const { network } = await setUp(figures, { width: 390 });
  const button = page.getByRole('button', { name: 'Filtros' });
  await button.click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await sheet.getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: 'vip' }).click();
  await expect.poll(() => asked(network).at(-1)).toMatchObject({ tagId: uuid(41) });
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(button).toHaveTextContent('Filtros1');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

it('shows what has become of the figures when it is told that they changed', async () => {
  const { client, become } = await setUp();
  await expect.element(card('Finalizados')).toHaveTextContent('1.204');
  become({ ...figures, counters: { ...figures.counters, supportFinished: 1_205 } });
  await client.invalidateQueries({ queryKey: dashboardKey });
  await expect.element(card('Finalizados')).toHaveTextContent('1.205');
});

it('says so when there is nothing', async () => {
  await setUp({ ...figures, today: Array.from({ length: 24 }, () => 0), attendants: [] });
  await expect.element(page.getByText('Nenhum ticket começou hoje.')).toBeVisible();
  await expect.element(page.getByText('Ninguém com este filtro.')).toBeVisible();
});

it('says so when it cannot be had, and asks again', async () => {
  const network = fakeNetwork();
  let works = false;
  network.answer({
    ...{ method: 'GET', path: '/dashboard', schema: dashboardAnswer },
    answer: () => (works ? figures : { status: 503, refused: 'ERR_UNAVAILABLE' }),
  });
  answerReport(network);
  answerChoices(network);
  await stage(network, <DashboardPage />);
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  await expect.element(again).toBeVisible();
  works = true;
  await again.click();
  await expect.element(card('Aguardando')).toBeVisible();
});

it('lets the filter be changed that was refused', async () => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/dashboard', schema: dashboardAnswer },
    answer: ({ query }) =>
      query.has('queueId') ? { status: 400, refused: 'ERR_VALIDATION' as const } : figures,
  });
  answerReport(network);
  answerChoices(network);
  await stage(network, <DashboardPage />, { address: '/?queueId=vendas' });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect.element(card('Aguardando')).toBeVisible();
});

it('tells medians beside the ninetieth percentile, and what has changed since the period before', async () => {
  await setUp();
  await expect.element(card('Resolução')).toHaveTextContent('1 h 30 min');
  await expect.element(card('Resolução')).toHaveTextContent('Mediana de 10; 90% até 5 min; média 2 min');
  await expect.element(card('Resolução')).toHaveTextContent('0% em relação ao período anterior');
  await expect.element(card('Iniciados')).toHaveTextContent('+50% em relação ao período anterior');
  await expect.element(card('Espera do cliente')).toHaveTextContent('Sem comparação com o período anterior');
  await expect
    .element(card('Encerrados'))
    .toHaveTextContent('20 por pessoas, 3 pelo sistema, 1 por inatividade');
  await expect.element(card('Avaliações')).toHaveTextContent('3: 6 · 2: 2 · 1: 1');
});

it('compares queues, connections, tags and attendants, those that are gone too', async () => {
  const { network } = await setUp();
  await expect
    .element(
      page.getByRole('region', { name: 'Comparar por' }).getByRole('row', { name: 'Vendas (removida)' }),
    )
    .toHaveTextContent('2,5 (4 notas)');
  await expect
    .element(page.getByRole('region', { name: 'Comparar por' }).getByRole('row', { name: 'Sem fila' }))
    .toBeVisible();
  await page.getByRole('region', { name: 'Comparar por' }).getByText('Tag', { exact: true }).click();
  await expect
    .poll(() => network.callsOf('GET', '/dashboard/report').map(({ query }) => query.get('by')))
    .toEqual(['queue', 'tag']);
});

it('shows when tickets begin, by weekday and hour, as a table', async () => {
  await setUp();
  await expect.element(page.getByRole('row', { name: /^seg\.? / })).toHaveTextContent('12');
});

it('fits a phone', async () => {
  await setUp(figures, { width: 360, scheme: 'dark' });
  await expect.element(card('Aguardando')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
