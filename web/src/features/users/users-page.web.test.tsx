import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { connectionsAnswer } from '#contracts/connections.ts';
import { commandAnswer, queuesAnswer } from '#contracts/http.ts';
import { type UserRow, userRow } from '#contracts/users.ts';
import { type Answered, fakeNetwork, pageAnswer } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import UsersPage from './users-page.tsx';

const common = { companyId: uuid(2), superAdmin: false, queues: [], whatsapps: [], analyst: false };
const me: UserRow = {
  ...{ ...common, id: uuid(1), name: 'Ana Prado', email: 'ana@exemplo.com', profile: 'admin', online: true },
};
const rui: UserRow = {
  ...{ ...common, id: uuid(5), name: 'Rui Melo', email: 'rui@exemplo.com', profile: 'user', online: false },
  queues: [{ id: uuid(7), name: 'Vendas', color: '#00aa00' }],
};
const root: UserRow = { ...me, id: uuid(6), name: 'Operadora', email: 'op@exemplo.com', superAdmin: true };

const emptyTexts = {
  ...{ greetingMessage: '', outOfHoursMessage: '', complationMessage: '', ratingMessage: '' },
};

const setUp = async (
  onSave: (body: unknown) => Answered<UserRow>,
  options: Parameters<typeof stage>[2] = {},
  third = rui,
) => {
  const network = fakeNetwork();
  let users = [me, root, third];
  network.answer({
    ...{ method: 'GET', path: '/users', schema: pageAnswer('users', userRow) },
    answer: () => ({ users, hasMore: false, count: users.length }),
  });
  network.answer({
    ...{ method: 'GET', path: '/queue', schema: queuesAnswer },
    answer: () => [{ ...uuidQueue, ...emptyTexts, orderQueue: 0, schedules: [], holidays: [] }],
  });
  network.answer({ method: 'GET', path: '/whatsapp', schema: connectionsAnswer, answer: () => [] });
  for (const method of ['POST', 'PUT'] as const)
    network.answer({ method, path: '/users', schema: userRow, answer: ({ body }) => onSave(body) });
  network.answer({
    ...{ method: 'DELETE', path: '/users', schema: z.union([commandAnswer, z.object({ id: z.uuid() })]) },
    answer: ({ path }) => {
      users = users.filter(({ id }) => !path.endsWith(id));
      return { id: rui.id, position: 2 };
    },
  });
  await stage(network, <UsersPage />, options);
  await expect.element(row('Rui Melo')).toBeVisible();
  return network;
};
const uuidQueue = { id: uuid(7), name: 'Vendas', color: '#00aa00' };
const row = (name: string) => page.getByRole('row', { name });
const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const password = (name: string) => dialog().getByLabelText(name, { exact: true });
const save = () => dialog().getByRole('button', { name: 'Salvar' });
const open = async (name: string) => page.getByRole('button', { name: `Editar: ${name}` }).click();

describe('the page of users', () => {
  it('shows who is there, and what each is', async () => {
    await setUp(() => rui);
    await expect.element(row('Ana Prado').getByRole('img', { name: 'Online' })).toBeVisible();
    expect(row('Rui Melo').getByRole('img', { name: 'Online' }).elements()).toEqual([]);
    await expect.element(row('Rui Melo')).toHaveTextContent('Usuário');
    await expect.element(row('Operadora')).toHaveTextContent('Super admin');
  });

  it('offers nothing on a super admin’s account to who is none', async () => {
    await setUp(() => rui);
    expect(row('Operadora').getByRole('button').elements()).toEqual([]);
    expect(
      row('Ana Prado')
        .getByRole('button', { name: /Encerrar sessões/ })
        .elements(),
    ).toEqual([]);
  });

  it('asks for name, e-mail and password with the specification’s words', async () => {
    const network = await setUp(() => rui);
    await page.getByRole('button', { name: 'Adicionar usuário' }).click();
    await save().click();
    expect(dialog().getByText('Obrigatório').elements()).toHaveLength(3);
    await userEvent.fill(field('Nome'), 'N');
    await userEvent.fill(field('E-mail'), 'nova');
    await userEvent.fill(password('Senha'), '1234');
    await userEvent.keyboard('{Enter}');
    expect(dialog().getByText('Muito curto!').elements()).toHaveLength(2);
    await expect.element(dialog().getByText('Email inválido')).toBeVisible();
    expect(network.callsOf('POST', '/users')).toEqual([]);
  });

  it('makes one', async () => {
    const network = await setUp(() => rui);
    await page.getByRole('button', { name: 'Adicionar usuário' }).click();
    await userEvent.fill(field('Nome'), 'Nova');
    await userEvent.fill(field('E-mail'), 'nova@exemplo.com');
    await userEvent.fill(password('Senha'), 'segredo');
    await dialog().getByRole('switch', { name: 'Analista' }).click();
    await save().click();
    await expect.element(page.getByText('Usuário salvo com sucesso!')).toBeVisible();
    expect(network.callsOf('POST', '/users').map(({ body }) => body)).toMatchObject([
      { name: 'Nova', email: 'nova@exemplo.com', password: 'segredo', profile: 'user', analyst: true },
    ]);
  });

  it('keeps the password of one who is changed without another', async () => {
    const network = await setUp(() => rui);
    await open('Rui Melo');
    await userEvent.fill(field('Nome'), 'Rui M.');
    await save().click();
    await expect.element(page.getByText('Usuário salvo com sucesso!')).toBeVisible();
    const [call] = network.callsOf('PUT', '/users');
    expect([call?.path, call?.body]).toMatchObject([
      `/users/${rui.id}`,
      { name: 'Rui M.', password: '', queueIds: [uuid(7)] },
    ]);
  });

  it('keeps a connection that was removed, says what that means, and lets it be taken away', async () => {
    const limited = { ...rui, whatsapps: [{ id: uuid(8), name: 'Filial', removed: true }] };
    const network = await setUp(() => rui, {}, limited);
    await open('Rui Melo');
    await expect.element(dialog().getByText('Filial (removida)')).toBeVisible();
    await expect.element(dialog().getByText(/^Só restam conexões removidas/)).toBeVisible();
    await save().click();
    await expect.poll(() => network.callsOf('PUT', '/users').length).toBe(1);
    await open('Rui Melo');
    await dialog().getByRole('combobox', { name: 'Conexões' }).click();
    await userEvent.keyboard('{Backspace}{Escape}');
    await expect.element(dialog().getByText('Em branco, atende em todas.')).toBeVisible();
    await save().click();
    await expect.poll(() => network.callsOf('PUT', '/users').length).toBe(2);
    const sent = network.callsOf('PUT', '/users').map(({ body }) => body);
    expect(sent).toMatchObject([{ whatsappIds: [uuid(8)] }, { whatsappIds: [] }]);
  });

  it('asks for the present password with the own new one, and says where it is wrong', async () => {
    await setUp(() => ({ refused: 'ERR_WRONG_PASSWORD', status: 400 }));
    await open('Ana Prado');
    expect(password('Senha atual').elements()).toEqual([]);
    await userEvent.fill(password('Nova senha'), 'segredo');
    await userEvent.fill(password('Senha atual'), 'errada');
    await save().click();
    await expect.element(password('Senha atual')).toHaveAccessibleDescription(/incorreta/);
  });

  it('asks for the present password with the own other e-mail, and not with somebody else’s', async () => {
    await setUp(() => ({ refused: 'ERR_WRONG_PASSWORD', status: 400 }));
    await open('Rui Melo');
    await userEvent.fill(field('E-mail'), 'outro@exemplo.com');
    expect(password('Senha atual').elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await open('Ana Prado');
    await userEvent.fill(field('E-mail'), 'outra@exemplo.com');
    await userEvent.fill(password('Senha atual'), 'errada');
    await save().click();
    await expect.element(password('Senha atual')).toHaveAccessibleDescription(/incorreta/);
  });

  it('says that somebody must stay an admin', async () => {
    await setUp(() => ({ refused: 'ERR_LAST_ADMIN', status: 409 }));
    await open('Ana Prado');
    await save().click();
    await expect.element(dialog().getByText(/a empresa precisa de pelo menos uma/)).toBeVisible();
  });

  it('ends somebody’s sessions when that is confirmed', async () => {
    const network = await setUp(() => rui);
    await page.getByRole('button', { name: 'Encerrar sessões: Rui Melo' }).click();
    expect(network.callsOf('DELETE', '/users')).toEqual([]);
    await dialog().getByRole('button', { name: 'Encerrar sessões' }).click();
    await expect.element(page.getByText('Sessões encerradas.')).toBeVisible();
    expect(network.callsOf('DELETE', '/users').map(({ path }) => path)).toEqual([
      `/users/${rui.id}/sessions`,
    ]);
  });

  it('asks before one goes and says what becomes of the tickets', async () => {
    await setUp(() => rui);
    await page.getByRole('button', { name: 'Excluir: Rui Melo' }).click();
    await expect.element(dialog()).toHaveTextContent('voltam a aguardar');
    await expect.element(dialog()).toHaveTextContent('Deseja realmente excluir este registro?');
    await dialog().getByRole('button', { name: 'Excluir' }).click();
    await expect.poll(() => row('Rui Melo').elements().length).toBe(0);
  });

  it('has everything at hand on a phone', async () => {
    await setUp(() => rui, { width: 390 });
    await open('Rui Melo');
    await expect.element(field('Nome')).toHaveValue('Rui Melo');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
