import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type QuickMessageView, quickMessageView } from '#contracts/quick-messages.ts';
import { fileAnswer } from '#contracts/records.ts';
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
  network.answer({
    ...{ method: 'PUT', path: '/quick-messages', schema: quickMessageView },
    answer: () => pix,
  });
  network.answer({
    ...{ method: 'DELETE', path: '/quick-messages', schema: fileAnswer },
    answer: () => ({ id: pix.id, mediaName: null, mediaPath: null, position: 9 }),
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

const file = { id: uuid(20), hash: 'a'.repeat(64), mime: 'application/pdf', size: 3, name: 'tabela.pdf' };
const withFile: QuickMessageView = {
  ...{ ...pix, file, mediaName: 'tabela.pdf', mediaPath: '/api/media/a?m=b' },
};

it('shows the attachment, and takes it away when the form is saved', async () => {
  const network = await setUp([withFile]);
  const link = page.getByRole('link', { name: 'Abrir o anexo tabela.pdf' });
  await expect.element(link).toHaveAttribute('href', '/api/media/a?m=b');
  await page.getByRole('button', { name: 'Editar: pix' }).click();
  await dialog().getByRole('button', { name: 'Remover tabela.pdf' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
  expect(network.callsOf('DELETE', '/quick-messages')).toEqual([]);
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Mensagem atualizada com sucesso!')).toBeVisible();
  const removals = network.callsOf('DELETE', '/quick-messages').map(({ path }) => path);
  expect(removals).toEqual([`/quick-messages/${pix.id}/file-upload`]);
});

it('refuses an empty file at its place, and keeps the one there is', async () => {
  await setUp([withFile]);
  await page.getByRole('button', { name: 'Editar: pix' }).click();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no field for a file');
  await userEvent.upload(input, new File([], 'vazio.txt'));
  await expect.element(dialog().getByText('vazio.txt está vazio.')).toBeVisible();
  await expect.element(dialog().getByText('tabela.pdf')).toBeVisible();
  await userEvent.upload(input, new File(['a'], 'nova.txt'));
  await expect.element(dialog().getByText('nova.txt')).toBeVisible();
});
