import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ImportDetail,
  type ImportUpload,
  importAnswer,
  importStarted,
  importsAnswer,
  rejectedAnswer,
  uploadAnswer,
} from '#contracts/contact-imports.ts';
import { connectionView } from '#contracts/views.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import { ImportDialog } from './import-dialog.tsx';

const id = uuid(70);
const read: ImportUpload = uploadAnswer.parse({
  ...{ id, fileName: 'clientes.csv', headings: ['Nome', 'Celular', 'CPF'], rows: 12, areaCode: '11' },
  sample: [['José', '11 98765-4321', '123']],
  mapping: { name: 0, number: 1, email: null, extra: [], areaCode: null },
});
const counts = { new: 7, updated: 1, duplicate: 1, invalid: 2, ignored: 1 };
const detail: ImportDetail = {
  ...{ id, source: 'file', fileName: 'clientes.csv', status: 'finished', rows: 12, counts, shortened: 2 },
  ...{ undo: { removed: 0, restored: 0, kept: 0 }, whatsappId: null, kept: [] },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:01.000Z' },
};

/** A form goes by XMLHttpRequest, which tells how far it is. */
const answerUpload = (status = 201, answer: object = read): void => {
  class Upload extends EventTarget {
    upload = new EventTarget();
    status = status;
    responseText = JSON.stringify(answer);
    onloadend = (): void => undefined;
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {
      queueMicrotask(() => this.onloadend());
    }
  }
  Object.defineProperty(window, 'XMLHttpRequest', { value: Upload, configurable: true });
};

const setUp = async (shown: () => ImportDetail, profile: 'admin' | 'user' = 'admin') => {
  answerUpload();
  const network = fakeNetwork();
  network.answer({ method: 'GET', path: '/contacts/imports', schema: importsAnswer, answer: () => [] });
  network.answer({ method: 'GET', path: '/whatsapp', schema: connectionView.array(), answer: () => [] });
  network.answer({
    ...{ method: 'POST', path: `/contacts/import/${id}/start`, schema: importStarted },
    answer: () => ({ id, rows: 12, position: 2 }),
  });
  network.answer({ method: 'GET', path: `/contacts/import/${id}`, schema: importAnswer, answer: shown });
  network.answer({
    ...{ method: 'GET', path: `/contacts/import/${id}/rejected`, schema: rejectedAnswer },
    answer: () => ({ headings: read.headings, rows: [] }),
  });
  await stage(network, <ImportDialog onClose={() => undefined} />, { profile });
  return network;
};
const choose = async (): Promise<void> => {
  await expect.element(page.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no field for a file');
  await userEvent.upload(input, new File(['Nome;Celular;CPF'], 'clientes.csv'));
};

it('shows the file, its total and what each column is, and imports nothing before that is confirmed', async () => {
  let status: ImportDetail['status'] = 'running';
  const network = await setUp(() => ({ ...detail, status }));
  await choose();
  await expect.element(page.getByText('clientes.csv · 12 contatos no arquivo')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '11 98765-4321' })).toBeVisible();
  expect(network.callsOf('POST', '/contacts/import')).toEqual([]);
  await page.getByRole('combobox', { name: 'O que é a coluna CPF' }).click();
  await page.getByRole('option', { name: 'Informação adicional' }).click();
  await page.getByRole('checkbox', { name: 'Completar números sem DDD com o DDD' }).click();
  await page.getByRole('button', { name: 'Importar 12 contatos' }).click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  expect(network.callsOf('POST', '/contacts/import').map(({ body }) => body)).toEqual([
    {
      mapping: { name: 0, number: 1, email: null, extra: [{ column: 2, name: 'CPF' }], areaCode: '11' },
      ...{ updates: true, whatsappId: null },
    },
  ]);
  status = 'finished';
  await expect.element(page.getByText('Não foi possível salvar todos os contatos')).toBeVisible();
  const numbers = [...document.querySelectorAll('dd')].map(({ textContent }) => Number(textContent));
  expect(numbers).toEqual([7, 1, 1, 1, 2, 12]);
  await expect.element(page.getByText(/^2 nomes tinham mais de 50 caracteres/)).toBeVisible();
});

it('says what a file is that is no table', async () => {
  await setUp(() => detail);
  const details = { fault: 'other-kind', kind: 'PDF' };
  answerUpload(400, { error: 'ERR_NO_TABLE', message: '', details });
  await choose();
  await expect.element(page.getByText(/^O arquivo é PDF, e não uma tabela de contatos/)).toBeVisible();
});

it('asks for the column of numbers', async () => {
  await setUp(() => detail);
  await choose();
  await page.getByRole('combobox', { name: 'O que é a coluna Celular' }).click();
  await page.getByRole('option', { name: 'Não importar' }).click();
  await page.getByRole('button', { name: 'Importar 12 contatos' }).click();
  await expect.element(page.getByText('Escolha a coluna que tem os números.')).toBeVisible();
});

it('leaves undoing to administrators, and names whom an undo has kept', async () => {
  const undo = { removed: 6, restored: 1, kept: 1 };
  const kept = [{ id: uuid(5), name: 'Clara Souza', why: 'written' as const }];
  let now = detail;
  let looks = 0;
  const network = await setUp(() => {
    // It begins a moment after it was asked for.
    if (looks > 0 && --looks === 0) now = { ...detail, status: 'undone', undo, kept };
    return now;
  });
  network.answer({
    ...{
      method: 'POST',
      path: `/contacts/import/${id}/undo`,
      schema: importStarted.pick({ id: true, position: true }),
    },
    answer: () => {
      looks = 3;
      return { id, position: 9 };
    },
  });
  await choose();
  await page.getByRole('button', { name: 'Importar 12 contatos' }).click();
  await expect.element(page.getByRole('button', { name: 'Baixar linhas rejeitadas' })).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer importação' }).click();
  await page
    .getByRole('dialog', { name: 'Desfazer importação' })
    .getByRole('button', { name: 'Desfazer importação' })
    .click();
  await expect.element(page.getByText('Clara Souza (tem ticket)')).toBeVisible();
  await expect.element(page.getByText(/Contatos excluídos: 6/)).toBeVisible();
});
