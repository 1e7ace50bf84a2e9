import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type QuickMessageView, quickMessageView } from '#contracts/quick-messages.ts';
import { fakeNetwork, pageAnswer } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import QuickMessagesPage from './quick-messages-page.tsx';

const own = { userId: uuid(1), companyId: uuid(2), file: null, mediaName: null, mediaPath: null };
const pix: QuickMessageView = {
  id: uuid(10),
  shortcode: 'pix',
  message: 'Nossa chave é…',
  shared: false,
  ...own,
};

type Profile = 'admin' | 'user';

const setUp = async (records: readonly QuickMessageView[], profile: Profile = 'user') => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/quick-messages', schema: pageAnswer('records', quickMessageView) },
    answer: () => ({ records: [...records], hasMore: false, count: records.length }),
  });
  network.answer({
    ...{ method: 'POST', path: '/quick-messages', schema: quickMessageView },
    answer: () => pix,
  });
  await stage(network, <QuickMessagesPage />, { profile });
  return network;
};
const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByRole('textbox', { name });

it('shows shortcodes with their slash and what they stand for', async () => {
  await setUp([pix]);
  const row = page.getByRole('row', { name: 'pix' });
  await expect.element(row).toHaveTextContent('/pix');
  await expect.element(row).toHaveTextContent('Nossa chave é…');
});

it('asks for shortcode and message, the first that is wrong first', async () => {
  const network = await setUp([]);
  await page.getByRole('button', { name: 'Adicionar resposta rápida' }).click();
  await userEvent.fill(field('Atalho'), 'oi');
  await userEvent.tab();
  await expect.element(dialog().getByText('Muito curto!')).toBeVisible();
  await userEvent.fill(field('Atalho'), 'ola');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(dialog().getByText('Obrigatório')).toBeVisible();
  await expect.element(field('Mensagem')).toHaveFocus();
  await userEvent.fill(field('Mensagem'), 'Olá!\nComo posso ajudar?');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Mensagem adicionada com sucesso!')).toBeVisible();
  expect(network.callsOf('POST', '/quick-messages').map(({ body }) => body)).toEqual([
    { shortcode: 'ola', message: 'Olá!\nComo posso ajudar?', shared: false },
  ]);
});

const ofCompany: QuickMessageView = { ...pix, id: uuid(11), shortcode: 'endereco', shared: true };

it('leaves those of the company to who may share', async () => {
  await setUp([pix, ofCompany]);
  const row = page.getByRole('row', { name: 'endereco' });
  await expect.element(row).toHaveTextContent('Empresa');
  expect(row.getByRole('button').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Editar: pix' }).click();
  expect(dialog().getByRole('switch').elements()).toEqual([]);
});

it('lets an administrator make one for the whole company', async () => {
  const network = await setUp([ofCompany], 'admin');
  await page.getByRole('button', { name: 'Adicionar resposta rápida' }).click();
  await userEvent.fill(field('Atalho'), 'site');
  await userEvent.fill(field('Mensagem'), 'www.exemplo.com');
  await dialog().getByRole('switch', { name: 'Para toda a empresa' }).click();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Mensagem adicionada com sucesso!')).toBeVisible();
  expect(network.callsOf('POST', '/quick-messages').map(({ body }) => body)).toEqual([
    { shortcode: 'site', message: 'www.exemplo.com', shared: true },
  ]);
  await page.getByRole('button', { name: 'Editar: endereco' }).click();
  await expect.element(dialog().getByRole('switch')).toBeChecked();
});
