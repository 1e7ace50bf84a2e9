import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { userRow } from '#contracts/users.ts';
import { useSession } from '../../api/session-store.ts';
import { readToken } from '../../api/token.ts';
import { type Answered, fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import ProfileDialog from './profile-dialog.tsx';

const saved: z.input<typeof userRow> = {
  ...{ id: uuid(1), name: 'Ana', email: 'ana@exemplo.com', profile: 'user', superAdmin: false },
  ...{ companyId: uuid(2), queues: [], whatsapps: [], analyst: false, online: true },
};

/** As the shell does: nothing of it stays once nobody is signed in. */
const Signed = (props: { onClose: () => void }) =>
  useSession().status === 'signed-in' ? <ProfileDialog {...props} /> : null;

const setUp = async (answer: () => Answered<typeof saved> = () => saved) => {
  const network = fakeNetwork();
  network.answer({ method: 'PUT', path: '/users', schema: userRow, answer });
  network.answer({
    ...{ method: 'DELETE', path: '/users', schema: z.object({ id: z.uuid() }) },
    answer: () => ({ id: uuid(1) }),
  });
  const onClose = vi.fn<() => void>();
  await stage(network, <Signed onClose={onClose} />, { profile: 'user' });
  return { network, onClose };
};
const field = (name: string) => page.getByLabelText(name, { exact: true });
const save = () => page.getByRole('button', { name: 'Salvar' }).click();

it('changes name and e-mail, and goes on', async () => {
  const { network, onClose } = await setUp();
  await userEvent.fill(field('Nome'), 'Ana Lima');
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(network.callsOf('PUT', '/users').map(({ path, body }) => [path, body])).toMatchObject([
    [`/users/${uuid(1)}`, { name: 'Ana Lima', email: 'ana@exemplo.com', password: '' }],
  ]);
  expect(readToken()).toBe('token');
});

it('changes the password with the present one, and ends the session here', async () => {
  const { network } = await setUp();
  await userEvent.fill(field('Nova senha'), 'segredo');
  await userEvent.fill(field('Senha atual'), 'antiga');
  await save();
  await expect.poll(readToken).toBeNull();
  expect(network.callsOf('PUT', '/users')[0]?.body).toMatchObject({
    ...{ password: 'segredo', currentPassword: 'antiga' },
  });
});

it('says that the present password is wrong where it stands', async () => {
  await setUp(() => ({ refused: 'ERR_WRONG_PASSWORD', status: 400 }));
  await userEvent.fill(field('Nova senha'), 'segredo');
  await save();
  await expect.element(field('Senha atual')).toHaveAccessibleDescription(/incorreta/);
  expect(readToken()).toBe('token');
});

it('changes the e-mail with the present password, and asks for none while it is the same', async () => {
  const { network } = await setUp();
  expect(field('Senha atual').elements()).toEqual([]);
  await userEvent.fill(field('E-mail'), 'outra@exemplo.com');
  await expect.element(field('Senha atual')).toHaveAccessibleDescription(/trocar o e-mail/);
  await userEvent.fill(field('E-mail'), ' ANA@exemplo.com');
  expect(field('Senha atual').elements()).toEqual([]);
  await userEvent.fill(field('E-mail'), 'outra@exemplo.com');
  await userEvent.fill(field('Senha atual'), 'antiga');
  await save();
  await expect.poll(() => network.callsOf('PUT', '/users').length).toBe(1);
  expect(network.callsOf('PUT', '/users')[0]?.body).toMatchObject({
    ...{ email: 'outra@exemplo.com', password: '', currentPassword: 'antiga' },
  });
  expect(readToken()).toBe('token');
});

it('takes another language', async () => {
  await setUp();
  await page.getByRole('combobox', { name: 'Idioma' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await save();
  await expect.poll(() => document.documentElement.lang).toBe('en');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Português' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => document.documentElement.lang).toBe('pt-BR');
});

it('logs out everywhere when that is confirmed', async () => {
  const { network } = await setUp();
  await page.getByRole('button', { name: 'Sair de todos os dispositivos' }).click();
  expect(network.callsOf('DELETE', '/users')).toEqual([]);
  await page.getByRole('button', { name: 'Sair de todos os dispositivos' }).click();
  await expect.poll(readToken).toBeNull();
  expect(network.callsOf('DELETE', '/users')[0]?.path).toBe(`/users/${uuid(1)}/sessions`);
});
