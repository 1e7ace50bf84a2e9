import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type ImportDetail, importAnswer, importStarted } from '#contracts/contact-imports.ts';
import { type ConnectionView, connectionView } from '#contracts/views.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import { AddressBookDialog } from './address-book-dialog.tsx';

const id = uuid(70);
const detail: ImportDetail = {
  ...{ id, source: 'phone', fileName: '', status: 'finished', rows: 9, whatsappId: uuid(31), kept: [] },
  counts: { new: 5, updated: 1, duplicate: 1, invalid: 0, ignored: 2 },
  shortened: 0,
  undo: { removed: 0, restored: 0, kept: 0 },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:01.000Z' },
};
const connection = (n: number, name: string, isDefault: boolean): ConnectionView => ({
  ...{ id: uuid(n), name, isDefault, status: 'CONNECTED', reason: null, provider: 'simulator', number: null },
  ...{ qrcode: '', pairingCode: '', token: '', retries: 0, importsHistory: false, queues: [], queueIds: [] },
  ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const shop = connection(30, 'Loja', true);
const branch = connection(31, 'Filial', false);

const setUp = async (connections: ConnectionView[], refusals: string[] = []) => {
  const network = fakeNetwork();
  network.answer({
    ...{ method: 'GET', path: '/whatsapp', schema: connectionView.array() },
    answer: () => connections,
  });
  network.answer({
    ...{ method: 'POST', path: '/contacts/import', schema: importStarted },
    answer: () =>
      refusals.pop() ? { refused: 'ERR_NO_ADDRESS_BOOK', status: 409 } : { id, rows: 9, position: 2 },
  });
  network.answer({
    method: 'GET',
    path: `/contacts/import/${id}`,
    schema: importAnswer,
    answer: () => detail,
  });
  await stage(network, <AddressBookDialog onClose={() => undefined} />, { profile: 'user' });
  const question = 'Deseja importar todos os contatos da agenda do telefone?';
  await expect.element(page.getByText(question)).toBeVisible();
  const asked = () => network.callsOf('POST', '/contacts/import').map(({ body }) => body);
  return { asked };
};
const start = () => page.getByRole('button', { name: 'Importar', exact: true });

it('asks first, from which connection too, and shows what became of each contact', async () => {
  const { asked } = await setUp([shop, branch]);
  const choice = page.getByRole('combobox', { name: 'Conexão' });
  await expect.element(choice).toHaveValue('Loja');
  expect(asked()).toEqual([]);
  await choice.click();
  await page.getByRole('option', { name: 'Filial' }).click();
  await start().click();
  await expect.element(page.getByText('Importação concluída')).toBeVisible();
  expect(asked()).toEqual([{ whatsappId: branch.id }]);
  await expect.element(page.getByText('Repetidos na agenda')).toBeVisible();
  const numbers = [...document.querySelectorAll('dd')].map(({ textContent }) => Number(textContent));
  expect(numbers).toEqual([5, 1, 2, 1, 0, 9]);
});

it('takes the only connection, and says why nothing was imported', async () => {
  const { asked } = await setUp([shop], ['not synced yet']);
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
  await start().click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Erro ao importar contatos! O WhatsApp ainda não enviou a agenda do telefone desta conexão.',
    );
  await start().click();
  await expect.element(page.getByText('Importação concluída')).toBeVisible();
  expect(asked()).toEqual([{ whatsappId: shop.id }, { whatsappId: shop.id }]);
});
