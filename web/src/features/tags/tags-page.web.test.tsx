import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commandAnswer } from '#contracts/http.ts';
import { type TagView, tagRef, tagView } from '#contracts/tags.ts';
import { type Answered, fakeNetwork, pageAnswer } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import TagsPage from './tags-page.tsx';

const vip: TagView = { id: uuid(1), name: 'Cliente VIP', color: '#e03131', userId: null, ticketsCount: 3 };
const idle: TagView = { id: uuid(2), name: 'Sem uso', color: '#123456', userId: null, ticketsCount: 0 };

const setUp = async (
  onSave: (body: unknown) => Answered<{ id: string; name: string; color: string }> | Promise<never>,
  options: Parameters<typeof stage>[2] = {},
) => {
  const network = fakeNetwork();
  let tags = [vip, idle];
  network.answer({
    ...{ method: 'GET', path: '/tags', schema: pageAnswer('tags', tagView) },
    answer: () => ({ tags, hasMore: false, count: tags.length }),
  });
  for (const method of ['POST', 'PUT'] as const)
    network.answer({ method, path: '/tags', schema: tagRef, answer: ({ body }) => onSave(body) });
  network.answer({
    ...{ method: 'DELETE', path: '/tags', schema: commandAnswer },
    answer: ({ path }) => {
      tags = tags.filter(({ id }) => !path.endsWith(id));
      return { id: uuid(1), position: 2 };
    },
  });
  await stage(network, <TagsPage />, options);
  await expect.element(page.getByRole('row', { name: 'Cliente VIP' })).toBeVisible();
  return network;
};
const saved = (body: unknown) => tagRef.parse({ id: uuid(9), ...(typeof body === 'object' ? body : {}) });
const dialog = () => page.getByRole('dialog');
const nameField = () => dialog().getByRole('textbox', { name: 'Nome' });
const save = () => dialog().getByRole('button', { name: 'Salvar' });
const add = () => page.getByRole('button', { name: 'Adicionar tag' });

describe('the page of tags', () => {
  it('leads from a count to the search for its tickets', async () => {
    await setUp(saved);
    expect(page.getByRole('row', { name: 'Sem uso' }).getByRole('link').elements()).toEqual([]);
    await page.getByRole('link', { name: '3 tickets com a tag Cliente VIP' }).click();
    await expect.element(page.getByTestId('place')).toHaveTextContent(`/tickets?tag=${vip.id}`);
  });

  it('leads administrators to the history of each, and nobody else', async () => {
    await setUp(saved, { profile: 'admin' });
    await page.getByRole('button', { name: 'Histórico: Sem uso' }).click();
    await expect.element(page.getByTestId('place')).toHaveTextContent(`/audit?object=${idle.id}`);
  });

  it('has no way to a history for who may not see the audit trail', async () => {
    await setUp(saved, { profile: 'user' });
    expect(page.getByRole('button', { name: /^Histórico/ }).elements()).toEqual([]);
  });

  it('asks for a name with the specification’s words, and goes to the field', async () => {
    const network = await setUp(saved);
    await add().click();
    await expect.element(nameField()).toHaveFocus();
    await save().click();
    await expect.element(dialog().getByText('Obrigatório')).toBeVisible();
    await expect.element(nameField()).toHaveFocus();
    await userEvent.fill(nameField(), 'VI');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByText('Mensagem muito curta')).toBeVisible();
    expect(network.callsOf('POST', '/tags')).toEqual([]);
  });

  it('makes one with a colour chosen by keys', async () => {
    const network = await setUp(saved);
    await add().click();
    await userEvent.keyboard('Urgente{Tab}{ArrowRight}{Enter}');
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
    expect(network.callsOf('POST', '/tags').map(({ body }) => body)).toEqual([
      { name: 'Urgente', color: '#3b5bdb' },
    ]);
    await expect.element(page.getByText('Tag salva com sucesso!')).toBeVisible();
    await expect.element(add()).toHaveFocus();
  });

  it('sends once, however often it is submitted', async () => {
    const network = await setUp(() => new Promise<never>(() => undefined));
    await add().click();
    await userEvent.fill(nameField(), 'Urgente');
    await userEvent.keyboard('{Enter}{Enter}{Enter}');
    await expect.element(dialog().getByText('Confirmando…')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toBeVisible();
    expect(network.callsOf('POST', '/tags')).toHaveLength(1);
  });

  it('shows a name that is taken at the name', async () => {
    await setUp(() => ({ refused: 'ERR_TAG_ALREADY_EXISTS', status: 409 }));
    await add().click();
    await userEvent.fill(nameField(), 'Cliente VIP');
    await userEvent.keyboard('{Enter}');
    await expect.element(nameField()).toHaveAccessibleDescription(/já existe/i);
    await expect.element(nameField()).toHaveFocus();
  });

  it('shows any other refusal above the form, which keeps what was written', async () => {
    await setUp(() => ({ refused: 'ERR_NO_PERMISSION', status: 403 }));
    await add().click();
    await userEvent.fill(nameField(), 'Urgente');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await expect.element(nameField()).toHaveValue('Urgente');
  });

  it('is the same command when it is tried again after the network was lost, another once it was changed', async () => {
    const network = await setUp(() => ({ lost: true }));
    await add().click();
    for (const name of ['Urgente', 'Urgente', 'Urgentes']) {
      await userEvent.fill(nameField(), name);
      await userEvent.keyboard('{Enter}');
      await expect.element(dialog().getByRole('alert')).toBeVisible();
      await expect.element(save()).toBeEnabled();
    }
    const [first, again, other] = network.callsOf('POST', '/tags').map(({ commandId }) => commandId);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('changes one, and keeps a colour of its own', async () => {
    const network = await setUp(saved);
    await page.getByRole('button', { name: 'Editar: Sem uso' }).click();
    await expect.element(dialog().getByRole('radio', { name: 'Cor atual' })).toBeChecked();
    await userEvent.fill(nameField(), 'Sem  uso algum');
    await save().click();
    await expect.element(page.getByText('Tag salva com sucesso!')).toBeVisible();
    const [call] = network.callsOf('PUT', '/tags');
    expect([call?.path, call?.body]).toEqual([
      `/tags/${idle.id}`,
      { name: 'Sem  uso algum', color: '#123456' },
    ]);
  });

  it('asks before one goes, says what it leaves, and has the focus at the next', async () => {
    await setUp(saved);
    await page.getByRole('button', { name: 'Excluir: Cliente VIP' }).click();
    await expect.element(dialog()).toHaveTextContent('Ela sai de 3 tickets.');
    await expect.element(dialog()).toHaveTextContent('Deseja realmente excluir este registro?');
    await dialog().getByRole('button', { name: 'Excluir' }).click();
    await expect.poll(() => page.getByRole('row', { name: 'Cliente VIP' }).elements().length).toBe(0);
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Sem uso');
  });
});
