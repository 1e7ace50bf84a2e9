import { onlineManager } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import {
  type AuditEntryView,
  type AuditName,
  auditDetail,
  auditNews,
  auditNewsQuery,
  auditPage,
} from '#contracts/audit.ts';
import { auditNewsKey } from '../../api/audit-news-key.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import AuditPage from './audit-page.tsx';

type Page = z.input<typeof auditPage>;

const at = '2026-11-23T12:00:00.000Z';
const entry = (n: number, change: Partial<AuditEntryView> = {}): AuditEntryView => ({
  ...{ id: uuid(100 + n), at, cursor: `${at}_${1_000 - n}`, action: 'TicketAccepted' as const },
  actor: { kind: 'user', id: uuid(1), name: null },
  ...{ objectId: uuid(10), ticketId: uuid(10), contactId: uuid(20), causeId: null },
  details: { userId: uuid(1) },
  ...change,
});
const named = (
  id: string,
  kind: AuditName['kind'],
  name: string,
  change: Partial<AuditName> = {},
): AuditName => ({
  ...{ id, kind, name, gone: false, erased: false, number: null, contactName: null },
  ...change,
});
const names = [
  named(uuid(1), 'user', 'Ana Prado', { gone: true }),
  named(uuid(10), 'ticket', '', { number: 7, contactName: 'Clara Lima' }),
  named(uuid(20), 'contact', 'Clara Lima'),
  named(uuid(30), 'queue', 'Vendas', { gone: true }),
];
const pageOf = (entries: readonly AuditEntryView[], change: Partial<Page> = {}): Page => ({
  ...{ entries: [...entries], names, nextCursor: null, searchedTo: null, namesFound: null },
  ...change,
});

const setUp = async (
  answer: (query: URLSearchParams) => Page | { refused: 'ERR_UNAVAILABLE'; status: number },
  options: Parameters<typeof stage>[2] = {},
) => {
  const network = fakeNetwork();
  let news = 0;
  network.answer({ method: 'GET', path: '/audit', schema: auditPage, answer: ({ query }) => answer(query) });
  network.answer({ method: 'GET', path: '/audit/news', schema: auditNews, answer: () => ({ count: news }) });
  const staged = await stage(network, <AuditPage />, options);
  return {
    network,
    ...staged,
    happens: (count: number) => {
      news = count;
      return staged.client.invalidateQueries({ queryKey: auditNewsKey });
    },
  };
};
const place = () => page.getByTestId('place').element().textContent;

it('says when, who, what and on what, by the names of what is gone too', async () => {
  await setUp(() =>
    pageOf([
      entry(1),
      entry(2, { action: 'TicketTransferred', details: { queueId: uuid(30) }, causeId: uuid(99) }),
      entry(3, {
        action: 'UserLoginFailed',
        actor: { kind: 'system', id: null, name: null },
        details: { count: 3 },
      }),
      entry(4, {
        action: 'TicketClosed',
        actor: { kind: 'policy', id: null, name: 'auto-close' },
        details: {},
      }),
    ]),
  );
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent('23/11/2026, 09:00:00');
  await expect.element(rows.nth(0)).toHaveTextContent('Ana Prado (desativado)');
  await expect.element(rows.nth(0)).toHaveTextContent('Aceitou o ticket');
  await expect.element(rows.nth(0)).toHaveTextContent('Ticket 7 · Clara Lima');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('Transferiu o ticket para a fila Vendas (removida), sem atendente');
  await expect.element(rows.nth(1)).toHaveTextContent('por causa de outra ação');
  await expect.element(rows.nth(2)).toHaveTextContent('Sistema: registro de sessões');
  await expect.element(rows.nth(2)).toHaveTextContent('Senha errada 3 vezes');
  await expect.element(rows.nth(3)).toHaveTextContent('Robô: fechamento por silêncio');
});

it('opens an entry, with what changed, where it leads and what caused it', async () => {
  const cause = entry(9, { action: 'UserRemoved', objectId: uuid(1), ticketId: null });
  const opened = entry(1, { action: 'QueueChanged', objectId: uuid(30), ticketId: null, causeId: cause.id });
  const { network } = await setUp(() => pageOf([opened]));
  network.answer({
    ...{ method: 'GET', path: `/audit/${opened.id}`, schema: auditDetail },
    answer: () => ({
      ...{ entry: opened, names, cause, caused: [], moreCaused: false },
      changes: [
        { field: 'name', before: 'Vendas', after: 'Loja' },
        { field: 'queueId', before: null, after: uuid(30) },
        { field: 'note', after: 'open' },
        { field: 'body', before: 'adeus' },
      ],
      event: {
        ...{ stream: 'queue-a.b', revision: 1, position: 7, type: 'QueueChanged', erased: false },
        ...{ data: { name: 'Loja' }, metadata: { commandId: uuid(5) } },
      },
    }),
  });
  await page.getByRole('button', { name: 'Alterou a fila' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('row', { name: 'Nome' })).toHaveTextContent('NomeVendasLoja');
  await expect
    .element(dialog.getByRole('row', { name: 'Fila' }))
    .toHaveTextContent('FilanenhumaVendas (removida)');
  await expect.element(dialog.getByRole('row', { name: 'Observação' })).toHaveTextContent('Observação–open');
  await expect.element(dialog.getByRole('row', { name: 'Mensagem' })).toHaveTextContent('Mensagemadeus–');
  await expect.element(dialog.getByText('"QueueChanged"', { exact: false })).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'Histórico disto' }))
    .toHaveAttribute('href', `/audit?object=${uuid(30)}`);
  await expect
    .element(dialog.getByRole('link', { name: 'Desativou o usuário' }))
    .toHaveAttribute('href', `/audit?entry=${cause.id}`);
  await expect.element(dialog.getByText('Ana Prado (desativado) · Vendas (removida)')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(place).toBe('/');
  // Not its sentence alone: the row.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Alterou a fila' })
    .click({ position: { x: 4, y: 4 } });
  await expect.element(dialog.getByText('"QueueChanged"', { exact: false })).toBeVisible();
});

it('says of an entry whose event the log has lost that only the entry is left', async () => {
  const opened = entry(1, { action: 'QueueChanged', objectId: uuid(30), ticketId: null });
  const { network } = await setUp(() => pageOf([opened]));
  network.answer({
    ...{ method: 'GET', path: `/audit/${opened.id}`, schema: auditDetail },
    answer: () => ({
      ...{ entry: opened, names, cause: null, caused: [], moreCaused: false },
      ...{ changes: [], event: null },
    }),
  });
  await page.getByRole('button', { name: 'Alterou a fila' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText('O registro não tem mais este evento', { exact: false }))
    .toBeVisible();
  await expect.element(dialog.getByText('Ana Prado (desativado) · Vendas (removida)')).toBeVisible();
  expect(dialog.getByText('Evento original').elements()).toEqual([]);
});

it('puts what was before above what is since on a phone', async () => {
  const opened = entry(1, { action: 'UserChanged', objectId: uuid(1), ticketId: null, details: {} });
  const { network } = await setUp(() => pageOf([opened]), { width: 390 });
  network.answer({
    ...{ method: 'GET', path: `/audit/${opened.id}`, schema: auditDetail },
    answer: () => ({
      ...{ entry: opened, names, cause: null, caused: [], moreCaused: false },
      changes: [{ field: 'name', before: 'Atendimento e administração', after: 'Administração' }],
      event: {
        ...{ stream: 'user-a.b', revision: 1, position: 7, type: 'UserChanged', erased: false },
        ...{ data: { name: 'Administração' }, metadata: { commandId: uuid(5) } },
      },
    }),
  });
  await page.getByRole('button', { name: 'Alterou o usuário' }).click();
  const row = page.getByRole('dialog').getByRole('row', { name: 'Nome' });
  const cells = row.getByRole('cell');
  await expect.element(cells.nth(1)).toHaveTextContent('Administração');
  const [above, below] = [cells.nth(0), cells.nth(1)].map(cell => cell.element().getBoundingClientRect());
  expect(above?.bottom).toBeLessThanOrEqual((below?.top ?? 0) + 1);
  expect(above?.left).toBe(below?.left);
  expect(above?.height).toBeLessThan(36);
});

it('says which setting is looked at as its screen does, and tells of the first entry of an empty list', async () => {
  const { network, happens } = await setUp(() => pageOf([]), { address: '/?key=userRating' });
  await expect.element(page.getByText('Configuração Avaliações')).toBeVisible();
  await expect.element(page.getByText('Nada encontrado com estes filtros.')).toBeVisible();
  await happens(1);
  await expect.element(page.getByRole('button', { name: '1 nova entrada' })).toBeVisible();
  const asked = network.calls.find(({ path }) => path === '/audit/news')?.query;
  expect(auditNewsQuery.safeParse(Object.fromEntries(asked ?? [])).error).toBeUndefined();
});

it('offers no second try for an entry that is not there, and puts the time beside the first of many lines', async () => {
  const long = entry(1, { action: 'AuditSearched', details: { by: ['q='.padEnd(200, 'nome ')] } });
  const { network } = await setUp(() => pageOf([long]));
  network.answer({
    ...{ method: 'GET', path: `/audit/${long.id}`, schema: auditDetail },
    answer: () => ({ refused: 'ERR_NO_AUDIT_ENTRY_FOUND', status: 404 }),
  });
  const row = page.getByRole('listitem');
  await expect.element(row).toBeVisible();
  const [time, sentence] = [row.element().querySelector('time'), row.getByRole('button').element()];
  const [of, line] = [sentence.getBoundingClientRect(), time?.getBoundingClientRect()];
  expect(of.height).toBeGreaterThan(2 * (line?.height ?? 0));
  expect(Math.abs(of.top - (line?.top ?? 0))).toBeLessThan(6);
  await row.getByRole('button').click();
  await expect.element(page.getByText('Entrada da auditoria não encontrada.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Tentar de novo' }).elements()).toEqual([]);
});

it('keeps its filters in the address', async () => {
  const { network } = await setUp(() => pageOf([entry(1)]));
  await userEvent.fill(page.getByLabelText('Nome de quem fez ou do que mudou'), 'Clara');
  await expect.poll(place).toBe('/?q=Clara');
  await page.getByRole('combobox', { name: 'Quem' }).click();
  await page.getByRole('option', { name: 'Pessoas' }).click();
  await expect.poll(place).toBe('/?q=Clara&actorKind=user');
  const asked = () =>
    network.calls
      .filter(({ path }) => path === '/audit')
      .at(-1)
      ?.query.toString();
  await expect.poll(asked).toContain('actorKind=user');
  expect(asked()).toContain('routine=no');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect.poll(place).toBe('/');
});

it.each(['/?foo=1', '/?from=2026-99-99', '/?q=ab'])(
  'looks for nothing by %s, which is no filter',
  async address => {
    const { network } = await setUp(() => pageOf([entry(1)]), { address });
    await expect.element(page.getByRole('alert')).toHaveTextContent(address.slice(2));
    await expect.element(page.getByRole('button', { name: 'Exportar CSV' })).toBeDisabled();
    expect(network.calls.filter(({ path }) => path.startsWith('/audit'))).toEqual([]);
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect.element(page.getByRole('listitem')).toBeVisible();
  },
);

it('tells of new entries and loads them when it is asked to', async () => {
  let entries = [entry(2)];
  const { happens } = await setUp(() => pageOf(entries));
  await expect.element(page.getByRole('listitem')).toBeVisible();
  entries = [entry(1), entry(2)];
  await happens(1);
  await page.getByRole('button', { name: '1 nova entrada' }).click();
  await expect.element(page.getByRole('listitem').nth(1)).toBeVisible();
});

it('goes on by pages, and by hand where a look was cut short', async () => {
  const long = Array.from({ length: 50 }, (_, n) => entry(n));
  await setUp(query => {
    if (!query.get('cursor')) return pageOf(long, { nextCursor: `${at}_900` });
    if (query.get('cursor') === `${at}_900`)
      return pageOf([entry(60)], { nextCursor: `${at}_500`, searchedTo: at });
    return pageOf([entry(70)]);
  });
  const list = page.getByRole('region', { name: 'Entradas da auditoria' });
  await expect.element(list).toBeVisible();
  list.element().scrollTop = 1_000_000;
  await expect.element(page.getByText('Procurado até 23/11/2026, 09:00', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Procurar mais para trás' }).click();
  await expect.element(page.getByText('Início do registro.')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(52);
});

it('has a sentence for nothing yet, for nothing found, for trouble and for no network', async () => {
  let trouble = true;
  await setUp(() => (trouble ? { refused: 'ERR_UNAVAILABLE', status: 503 } : pageOf([])));
  await expect.element(page.getByRole('alert')).toBeVisible();
  trouble = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Nada aconteceu ainda.', { exact: false })).toBeVisible();
  await page.getByRole('switch').click();
  await expect.element(page.getByText('Nada encontrado com estes filtros.')).toBeVisible();
});

it('says that there is no network', async () => {
  onlineManager.setOnline(false);
  await setUp(() => pageOf([]));
  await expect.element(page.getByRole('alert')).toBeVisible();
});

it.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 375],
  ['dark', 375],
] as const)('fits its place: %s, %d wide', async (scheme, width) => {
  await setUp(() => pageOf([entry(1), entry(2, { causeId: uuid(99) })]), { scheme, width });
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
