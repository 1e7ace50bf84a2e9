import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type EpisodesAnswer, type EpisodeView, episodesAnswer } from '#contracts/dashboard.ts';
import { goBack, uuid } from '../../testing/stage.tsx';
import { card, figures, month, setUp } from './testing/dashboard-stage.tsx';

const row = (n: number, more: Partial<EpisodeView> = {}): EpisodeView => ({
  ...{ id: uuid(500 + n), ticketId: uuid(600 + n), number: 1_000 + n, contact: 'Carla' },
  ...{ queue: { id: uuid(21), name: 'Vendas', removed: true }, connection: null },
  user: { id: uuid(11), name: 'Bruno', removed: false },
  ...{
    from: '2026-11-20T14:50:00.000Z',
    until: '2026-11-20T16:40:00.000Z',
    ms: 6_600_000,
    businessMs: 3_000_000,
    customerMs: null,
  },
  ...{ closing: 'human', rating: null },
  ...more,
});
const answerOf = (rows: EpisodeView[], more: Partial<EpisodesAnswer> = {}): EpisodesAnswer => ({
  ...{ version: 1, period: figures.period, at: null, total: rows.length, rows, nextCursor: null },
  ...more,
});

const setUpList = async (
  answer: (cursor: string | null) => EpisodesAnswer | { status: number; refused: 'ERR_UNAVAILABLE' },
  options: Parameters<typeof setUp>[1] = {},
) => {
  const staged = await setUp(figures, options, network =>
    network.answer({
      ...{ method: 'GET', path: '/dashboard/episodes', schema: episodesAnswer },
      answer: ({ query }) => answer(query.get('cursor')),
    }),
  );
  const asked = () =>
    staged.network.callsOf('GET', '/dashboard/episodes').map(({ query }) => Object.fromEntries(query));
  return { ...staged, asked };
};
const period = { date_from: month.from, date_to: month.to };

it('opens the tickets of a figure: which, of whom, when and how long', async () => {
  const { asked } = await setUpList(() =>
    answerOf([row(1), row(2, { number: null, contact: null, queue: null }), row(3, { contact: '' })]),
  );
  await card('Finalizados').getByRole('button', { name: '1.204' }).click();
  const list = page.getByRole('dialog', { name: 'Finalizados' });
  await expect.element(list.getByText('3 registros')).toBeVisible();
  await expect.element(list.getByText('Definições: versão 1')).toBeVisible();
  const link = list.getByRole('link', { name: '#1001 · Carla' });
  expect(link.element().getAttribute('href')).toBe(`/tickets/${uuid(601)}`);
  const item = list.getByRole('listitem').first();
  await expect.element(item).toHaveTextContent('Vendas (removida) · Bruno');
  await expect.element(item).toHaveTextContent('1 h 50 min');
  await expect.element(list.getByText('Ticket excluído')).toBeVisible();
  await expect.element(list.getByText('#1003 · contato apagado')).toBeVisible();
  expect(asked()).toEqual([{ ...period, metric: 'closed' }]);
});

it('closes by Back, and leaves the page where it was', async () => {
  await setUpList(() => answerOf([row(1)]), { address: '/?days=7' });
  const button = card('Finalizados').getByRole('button', { name: '1.204' });
  const place = page.getByTestId('place');
  await button.click();
  const list = page.getByRole('dialog', { name: 'Finalizados' });
  await expect.element(list.getByRole('link', { name: '#1001 · Carla' })).toBeVisible();
  await expect.element(place).toHaveTextContent(/^\/\?days=7&figure=supportFinished$/);
  goBack();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent(/^\/\?days=7$/);
  await expect.element(button).toHaveFocus();
});

it.each([
  ['figure=supportFinished', 'Finalizados', { metric: 'closed' }],
  [
    `figure=closed&by=queue&key=${uuid(21)}`,
    'Encerrados · Vendas (removida)',
    { metric: 'closed', by: 'queue', key: uuid(21) },
  ],
  ['figure=rated&rating=3', 'Avaliações · Nota 3', { metric: 'rated', rating: '3' }],
  [
    'figure=opened&weekday=1&hour=9',
    'Iniciados · segunda-feira, 09h',
    { metric: 'opened', weekday: '1', hour: '9' },
  ],
  [
    'figure=pending&by=user&key=none&instant=2026-11-23T03:00:00.000Z',
    'Aguardando · Ninguém · 22/11/2026',
    { metric: 'pending', by: 'user', key: 'none', at: '2026-11-23T03:00:00.000Z' },
  ],
  [
    'figure=today&day=2026-11-20&hour=9',
    'Tickets de hoje, por hora · 20/11/2026, 09h',
    { metric: 'opened', hour: '9', date_from: '2026-11-20', date_to: '2026-11-20' },
  ],
])('opens by a link: %s', async (address, title, expected) => {
  const { asked } = await setUpList(() => answerOf([row(1)]), { address: `/?${address}` });
  const list = page.getByRole('dialog', { name: title, exact: true });
  await expect.element(list.getByRole('link', { name: '#1001 · Carla' })).toBeVisible();
  expect(asked().at(-1)).toEqual({ ...period, ...expected });
  await list.getByRole('button', { name: 'Fechar' }).click();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(page.getByTestId('place')).toHaveTextContent(/^\/\??$/);
});

it.each([
  ['figure=toString', 'figure=toString'],
  ['figure=closed&by=queue', 'figure=closed, by=queue'],
  ['figure=leads&rating=9', 'figure=leads, rating=9'],
  ['figure=today&hour=9&day=amanha', 'figure=today, hour=9, day=amanha'],
])('says that a list is none: %s', async (address, named) => {
  const { asked } = await setUpList(() => answerOf([row(1)]), { address: `/?days=7&${address}` });
  const list = page.getByRole('dialog', { name: 'Lista desconhecida' });
  await expect.element(list.getByRole('alert')).toHaveTextContent(named);
  expect(asked()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(page.getByTestId('place')).toHaveTextContent(/^\/\?days=7$/);
  await expect.element(card('Finalizados')).toBeVisible();
});

it('opens a part of a figure: of closings by whom, of marks which', async () => {
  const { asked } = await setUpList(() => answerOf([row(1)]));
  await page.getByRole('button', { name: '3 pelo sistema' }).click();
  await expect.element(page.getByRole('dialog').getByRole('link', { name: '#1001 · Carla' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: '3: 6' }).click();
  await expect.element(page.getByRole('dialog').getByRole('link', { name: '#1001 · Carla' })).toBeVisible();
  expect(asked()).toEqual([
    { ...period, metric: 'closed', closing: 'bot' },
    { ...period, metric: 'rated', rating: '3' },
  ]);
});

it('tells calendar and business time, the one that is asked for first', async () => {
  const { asked, network } = await setUpList(() => answerOf([row(1)]));
  await page.getByText('Tempo útil', { exact: true }).click();
  await expect.element(page.getByTestId('place')).toHaveTextContent('time=business');
  await expect.element(page.getByText(/só dentro do expediente/)).toBeVisible();
  await expect
    .poll(() => network.callsOf('GET', '/dashboard/report').at(-1)?.query.get('time'))
    .toBe('business');
  await card('Finalizados').getByRole('button', { name: '1.204' }).click();
  const item = page.getByRole('dialog').getByRole('listitem').first();
  await expect.element(item).toHaveTextContent('50 mincorrido: 1 h 50 min');
  expect(asked().at(-1)).toMatchObject({ metric: 'closed', time: 'business' });
});

it('says how long the customer had waited in all, beside the stay in this queue', async () => {
  await setUpList(() => answerOf([row(1, { customerMs: 7_200_000 }), row(2, { customerMs: 6_600_000 })]));
  await card('Aguardando').getByRole('button', { name: '7' }).click();
  const items = page.getByRole('dialog', { name: 'Aguardando' }).getByRole('listitem');
  await expect.element(items.first()).toHaveTextContent('1 h 50 min');
  await expect.element(items.first()).toHaveTextContent('espera do cliente: 2 h');
  await expect.element(items.nth(1)).not.toHaveTextContent('espera do cliente');
});

it('goes on where a page ended, and says when it cannot', async () => {
  let works = false;
  await setUpList(cursor => {
    if (cursor === null) return answerOf([row(1)], { total: 2, nextCursor: 'next' });
    return works ? answerOf([row(2)], { total: 2 }) : { status: 503, refused: 'ERR_UNAVAILABLE' };
  });
  await card('Aguardando').getByRole('button', { name: '7' }).click();
  const more = page.getByRole('button', { name: 'Carregar mais' });
  await more.click();
  await expect.element(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  works = true;
  await more.click();
  await expect.element(page.getByRole('link', { name: '#1002 · Carla' })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});

it('opens a row of a table and a cell of the hours', async () => {
  const { asked } = await setUpList(() => answerOf([]));
  await page.getByRole('row', { name: 'Bruno' }).getByRole('button', { name: '40' }).click();
  await expect.element(page.getByText('Nada no período.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page
    .getByRole('region', { name: 'Comparar por' })
    .getByRole('row', { name: 'Sem fila' })
    .getByRole('button', { name: '4', exact: true })
    .click();
  await expect.poll(asked).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await page
    .getByRole('row', { name: /^seg\.? / })
    .getByRole('button', { name: '12' })
    .click();
  await expect.poll(asked).toEqual([
    { ...period, metric: 'closed', by: 'user', key: uuid(11) },
    { ...period, metric: 'closed', by: 'queue', key: 'none' },
    { ...period, metric: 'opened', weekday: '1', hour: '9' },
  ]);
});

it('has nothing to open where there is nothing', async () => {
  await setUp();
  await expect.element(card('Tempo médio de espera')).toBeVisible();
  expect(card('Tempo médio de espera').getByRole('button').elements()).toHaveLength(1);
});

it('fits a phone, and gives the focus back', async () => {
  await setUpList(() => answerOf([row(1)]), { width: 360, scheme: 'dark' });
  const button = card('Finalizados').getByRole('button', { name: '1.204' });
  await button.click();
  await expect.element(page.getByRole('link', { name: '#1001 · Carla' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});

it('says what each figure counts, on cards and in the heads of tables', async () => {
  await setUp();
  await expect.element(page.getByRole('region', { name: 'Comparar por' })).toBeVisible();
  for (const region of page.getByRole('region').elements())
    if (region.querySelector('.figures') && region.getAttribute('aria-label') !== 'Vencimento')
      expect(
        region.querySelector('[aria-label^="O que é"]'),
        region.getAttribute('aria-label') ?? '',
      ).not.toBe(null);
  for (const name of ['Finalizados', 'Avaliação', 'Tempo médio', 'Encerrados', 'Espera na fila'])
    await expect
      .element(page.getByRole('columnheader', { name }).getByRole('button', { name: `O que é: ${name}` }))
      .toBeVisible();
});
