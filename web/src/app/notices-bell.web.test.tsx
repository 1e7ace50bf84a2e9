import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commandAnswer } from '#contracts/http.ts';
import { type NoticeView, noticesAnswer } from '#contracts/notices.ts';
import { fakeNetwork } from '../testing/network.ts';
import { stage, uuid } from '../testing/stage.tsx';
import NoticesBell from './notices-bell.tsx';

const lost = (n: number, name: string | null): NoticeView => ({
  ...{ id: uuid(n), kind: 'connection-lost', reason: 'logged-out', counts: null, position: n, isNew: true },
  ...{ subject: { id: uuid(100 + n), name }, at: '2026-03-02T12:00:00.000Z' },
});

const setUp = async (all: readonly NoticeView[], options: Parameters<typeof stage>[2] = {}) => {
  const network = fakeNetwork();
  let mark = 0;
  network.answer({
    ...{ method: 'GET', path: '/notices', schema: noticesAnswer },
    answer: ({ query }) => {
      const before = Number(query.get('before') ?? Number.MAX_SAFE_INTEGER);
      const earlier = all
        .filter(({ position }) => position < before)
        .map(notice => ({ ...notice, isNew: notice.position > mark }));
      const unread = all.filter(({ position }) => position > mark).length;
      return { notices: earlier.slice(0, 2), unread, hasMore: earlier.length > 2 };
    },
  });
  network.answer({
    ...{ method: 'POST', path: '/notices/read', schema: commandAnswer },
    answer: ({ body }) => {
      mark = (body as { upTo: number }).upTo;
      return { id: uuid(1), position: 9 };
    },
  });
  await stage(network, <NoticesBell />, options);
  return network;
};
const bell = (name: string) => page.getByRole('button', { name, exact: true });
const entries = () => page.getByRole('listitem').elements().length;

describe('the bell of notices', () => {
  it('counts what is new, and marks it as seen once the list is closed', async () => {
    const network = await setUp([lost(3, 'Loja'), lost(2, null)]);
    await bell('Avisos: 2 novos').click();
    await expect.element(page.getByText('Novo: A conexão Loja foi desconectada')).toBeVisible();
    await expect.element(page.getByText('A conexão sem nome foi desconectada')).toBeVisible();
    expect(network.callsOf('POST', '/notices/read')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(bell('Avisos')).toBeVisible();
    expect(network.callsOf('POST', '/notices/read').map(({ body }) => body)).toEqual([{ upTo: 3 }]);
  });

  it('says that the history is not as it was written, and leads to what was found', async () => {
    const found: NoticeView = { ...lost(3, null), kind: 'history-broken', reason: 'changed' };
    await setUp([found]);
    await bell('Avisos: 1 novo').click();
    await expect.element(page.getByText('Foi alterado')).toBeVisible();
    await page.getByRole('link', { name: 'O histórico da empresa não passou na verificação' }).click();
    await expect.element(page.getByTestId('place')).toHaveTextContent('/audit?integrity=open');
  });

  it('leads to where something can be done about it', async () => {
    await setUp([lost(3, 'Loja')]);
    await bell('Avisos: 1 novo').click();
    await page.getByRole('link', { name: 'A conexão Loja foi desconectada' }).click();
    await expect.element(page.getByTestId('place')).toHaveTextContent('/connections');
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  });

  it('says how an import ended, and leads to it', async () => {
    const counts = { new: 12, updated: 3, duplicate: 0, invalid: 1, ignored: 4 };
    await setUp([{ ...lost(3, null), kind: 'import-finished', reason: null, counts }]);
    await bell('Avisos: 1 novo').click();
    await expect.element(page.getByText('12 novos, 3 atualizados, 1 com problema')).toBeVisible();
    await page.getByRole('link', { name: 'Importação de contatos concluída' }).click();
    await expect.element(page.getByTestId('place')).toHaveTextContent(`/contacts?import=${uuid(103)}`);
  });

  it('says what of the company cannot be processed, and leads nowhere', async () => {
    const held = { tickets: 2, messages: 1, contacts: 0, others: 0, whole: true };
    await setUp([{ ...lost(3, null), kind: 'processing-held', reason: null, held }]);
    await bell('Avisos: 1 novo').click();
    await expect.element(page.getByText('Parte dos seus dados não pode ser processada')).toBeVisible();
    await expect.element(page.getByText(/Aguardam: 2 tickets, 1 mensagem\. .* Até lá/)).toBeVisible();
    expect(page.getByRole('link').elements()).toEqual([]);
  });

  it('shows earlier ones when asked', async () => {
    await setUp([lost(4, 'A'), lost(3, 'B'), lost(2, 'C')]);
    await bell('Avisos: 3 novos').click();
    await expect.poll(entries).toBe(2);
    await page.getByRole('button', { name: 'Ver anteriores' }).click();
    await expect.poll(entries).toBe(3);
    await expect.element(page.getByRole('button', { name: 'Ver anteriores' })).not.toBeInTheDocument();
  });

  it('says that there are none', async () => {
    await setUp([]);
    await bell('Avisos').click();
    await expect.element(page.getByText(/Nenhum aviso/)).toBeVisible();
  });
});
