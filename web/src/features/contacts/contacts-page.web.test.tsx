import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ContactDetail,
  changeContactAnswer,
  contactDetail,
  contactsAnswer,
  createContactAnswer,
} from '#contracts/contacts.ts';
import { commandAnswer } from '#contracts/http.ts';
import { userListAnswer } from '#contracts/users.ts';
import { queueView } from '#contracts/views.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import ContactsPage from './contacts-page.tsx';

const clara: ContactDetail = {
  ...{ id: uuid(10), name: 'Clara Souza', number: '5511987654321', email: 'clara@mail.example' },
  ...{ profilePicUrl: null, isGroup: false, queueId: null, erased: false, notification: true },
  ...{ extraInfo: [], createdAt: '2026-01-01T00:00:00.000Z', merged: [], contactsUser: [] },
};
const ticketId = uuid(50);
const ana = { id: uuid(1), name: 'Ana Prado', queueIds: [] };

const setUp = async (profile: 'admin' | 'user', contact = clara, width = 1280) => {
  const network = fakeNetwork();
  const { extraInfo: _, createdAt: __, merged: ___, contactsUser: ____, ...view } = contact;
  network.answer({
    ...{ method: 'GET', path: '/contacts', schema: contactsAnswer },
    answer: ({ query }) => {
      const found = 'clara'.startsWith(query.get('searchParam') ?? '') ? [view] : [];
      return { contacts: found, hasMore: false, count: found.length, nextCursor: null };
    },
  });
  network.answer({
    ...{ method: 'GET', path: `/contacts/${contact.id}`, schema: contactDetail },
    answer: () => contact,
  });
  network.answer({
    ...{ method: 'PUT', path: `/contacts/${contact.id}`, schema: changeContactAnswer },
    answer: () => ({ ...contact, uuid: ticketId, position: 3 }),
  });
  network.answer({
    ...{ method: 'GET', path: '/users/list', schema: userListAnswer },
    answer: () => ({ users: [ana], hasMore: false }),
  });
  network.answer({ method: 'GET', path: '/queue', schema: queueView.array(), answer: () => [] });
  for (const [method, path] of [
    ['POST', '/contacts/add/wallet'],
    ['DELETE', '/contacts'],
  ] as const)
    network.answer({
      ...{ method, path, schema: commandAnswer },
      answer: () => ({ id: contact.id, position: 4 }),
    });
  await stage(network, <ContactsPage />, { profile, width });
  await expect.element(page.getByRole('row', { name: 'Clara Souza' })).toBeVisible();
  return network;
};
const row = () => page.getByRole('row', { name: 'Clara Souza' });
const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByRole('textbox', { name });

it('shows name, number and e-mail, and searches when nothing more is typed', async () => {
  const network = await setUp('user');
  await expect.element(row()).toHaveTextContent('+55 11 98765-4321');
  await expect.element(row()).toHaveTextContent('clara@mail.example');
  await userEvent.fill(page.getByRole('searchbox'), 'zzz');
  await expect.element(page.getByText('Nada encontrado para “zzz”.')).toBeVisible();
  const asked = network.callsOf('GET', '/contacts').map(({ query }) => query);
  expect(asked.map(query => query.get('searchParam'))).toEqual([null, 'zzz']);
  expect(asked[0]?.get('queueIds')).toBe('[]');
});

it('leaves queues out of the question, merging and deleting to administrators', async () => {
  await setUp('user');
  expect(row().getByRole('button').elements()).toHaveLength(2);
});

it('goes on where the page before ended, however far down', async () => {
  const network = fakeNetwork();
  const { extraInfo: _, createdAt: __, merged: ___, contactsUser: ____, ...view } = clara;
  const people = (first: number) =>
    Array.from({ length: 40 }, (_, n) => ({ ...view, id: uuid(first + n), name: `Clara ${first + n}` }));
  network.answer({
    ...{ method: 'GET', path: '/contacts', schema: contactsAnswer },
    answer: ({ query }) =>
      query.get('cursor') === 'behind-40'
        ? { contacts: people(141), hasMore: false, count: 80, nextCursor: null }
        : { contacts: people(101), hasMore: true, count: 80, nextCursor: 'behind-40' },
  });
  await stage(network, <ContactsPage />);
  await expect.element(page.getByRole('row', { name: 'Clara 101' })).toBeVisible();
  const frame = document.querySelector('table')?.parentElement ?? document.body;
  frame.scrollTop = frame.scrollHeight;
  await expect.poll(() => network.callsOf('GET', '/contacts').length).toBe(2);
  const asked = network.callsOf('GET', '/contacts').map(({ query }) => query);
  expect(asked.map(query => query.get('cursor'))).toEqual([null, 'behind-40']);
  expect(asked.map(query => query.get('pageNumber'))).toEqual(['1', null]);
});

it('goes to the ticket of a contact that was saved', async () => {
  const network = await setUp('user');
  await page.getByRole('button', { name: 'Editar: Clara Souza' }).click();
  await userEvent.fill(field('Nome'), 'C');
  await userEvent.tab();
  await expect.element(dialog().getByText('Mínimo 2 caracteres')).toBeVisible();
  await userEvent.fill(field('Nome'), 'Clara Lima');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByTestId('place')).toHaveTextContent(`/tickets/${ticketId}`);
  expect(network.callsOf('PUT', '/contacts').map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: 'Clara Lima', email: 'clara@mail.example', notification: true }),
  ]);
  expect(network.callsOf('POST', '/contacts')).toEqual([]);
});

it('gives a contact to somebody’s wallet, which is an administrator’s to do', async () => {
  const network = await setUp('admin');
  await page.getByRole('button', { name: 'Editar: Clara Souza' }).click();
  await dialog().getByRole('combobox', { name: 'Carteira' }).click();
  await page.getByRole('option', { name: 'Ana Prado' }).click();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Operação realizada com sucesso!')).toBeVisible();
  expect(network.callsOf('POST', '/contacts/add/wallet').map(({ path, body }) => [path, body])).toEqual([
    [`/contacts/add/wallet/${clara.id}`, { users: [ana.id] }],
  ]);
});

it('says when the number is somebody’s already, and offers that contact', async () => {
  const network = await setUp('user');
  network.answer({
    ...{ method: 'POST', path: '/contacts', schema: createContactAnswer },
    answer: () => ({ refused: 'ERR_DUPLICATED_CONTACT', status: 409 }),
  });
  await page.getByRole('button', { name: 'Adicionar contato' }).click();
  await userEvent.fill(field('Nome'), 'Clara');
  await userEvent.fill(field('Número'), '55 11 98765');
  await dialog().getByRole('button', { name: 'Criar contato' }).click();
  await expect.element(dialog().getByText('Já existe um contato com este número')).toBeVisible();
  await expect.element(field('Número')).toHaveFocus();
});

it('asks with the specification’s words before a contact goes', async () => {
  const network = await setUp('admin');
  await page.getByRole('button', { name: 'Mais ações: Clara Souza' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await expect.element(dialog()).toHaveTextContent('Deseja realmente excluir este registro?');
  await dialog().getByRole('button', { name: 'Excluir' }).click();
  await expect.element(page.getByText('Contato excluído com sucesso!')).toBeVisible();
  expect(network.callsOf('DELETE', '/contacts').map(({ path }) => path)).toEqual([`/contacts/${clara.id}`]);
});

it('parts contacts that were merged', async () => {
  const other = { id: uuid(11), name: 'Clara Dois', number: '5511900000002' };
  const network = await setUp('admin', { ...clara, merged: [other] });
  network.answer({
    ...{ method: 'POST', path: `/contacts/${clara.id}/unmerge`, schema: commandAnswer },
    answer: () => ({ id: clara.id, position: 5 }),
  });
  await page.getByRole('button', { name: 'Editar: Clara Souza' }).click();
  await dialog().getByRole('button', { name: 'Separar Clara Dois' }).click();
  await expect.element(page.getByText('Operação realizada com sucesso!')).toBeVisible();
  expect(network.callsOf('POST', `/contacts/${clara.id}/unmerge`).map(({ body }) => body)).toEqual([
    { otherId: other.id },
  ]);
});

it('keeps the name of the page whole beside its tools on a phone', async () => {
  await setUp('admin', clara, 390);
  await expect.element(page.getByRole('button', { name: 'Importar da agenda' })).toBeVisible();
  const title = page.getByRole('heading', { name: 'Contatos' }).element();
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
});
