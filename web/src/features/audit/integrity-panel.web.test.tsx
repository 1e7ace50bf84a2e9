import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type IntegrityAnswer, integrityAnswer } from '#contracts/integrity.ts';
import type { HistoryReport } from '#domain/integrity/report.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage } from '../../testing/stage.tsx';
import { IntegrityPanel } from './integrity-panel.tsx';

const at = '2026-11-20T12:00:00.000Z';
const point = { sequence: 80, at };
const sound: HistoryReport = {
  ...{ size: 86, lastAt: at, outside: point, signed: point, kept: 86, keptDiffers: false, fault: null },
  ...{ checkpointsInLog: 1, checkpointsOutside: 1, damagedLines: 0 },
};
const never: IntegrityAnswer = {
  ...{ events: 86, signedUpTo: 80, signedAt: at, checkpoints: 1, run: null, about: null },
};
const ended = (report: HistoryReport): IntegrityAnswer => ({
  ...never,
  run: { requestedAt: at, endedAt: at, checked: 86, wholeAt: at, report },
});

const open = async (state: () => IntegrityAnswer, width = 1280) => {
  const network = fakeNetwork();
  const path = '/audit/integrity';
  network.answer({ method: 'GET', path, schema: integrityAnswer, answer: state });
  const asked: unknown[] = [];
  network.answer({
    ...{ method: 'POST', path, schema: integrityAnswer },
    answer: call => {
      asked.push(call);
      return { ...never, run: { requestedAt: at, endedAt: null, checked: 10, wholeAt: null, report: null } };
    },
  });
  await stage(network, <IntegrityPanel />, { width });
  return asked;
};

it('says what is signed and what is not yet, and what a run has proven', async () => {
  let state = never;
  const asked = await open(() => state);
  await expect.element(page.getByText('86 eventos no histórico')).toBeVisible();
  await expect.element(page.getByText(/Assinado até o evento 80/)).toBeVisible();
  await expect.element(page.getByText(/Ainda não assinados: 6 eventos/)).toBeVisible();
  await page.getByRole('button', { name: 'Verificar integridade' }).click();
  await expect.element(page.getByText('Verificando: 10 de 86 eventos')).toBeVisible();
  expect(asked).toHaveLength(1);
  state = ended(sound);
  await expect.element(page.getByText('O histórico está como foi escrito.')).toBeVisible();
  await expect.element(page.getByText(/Provado até o evento 80 .* pelo arquivo fora/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Verificar de novo' })).toBeEnabled();
});

it('does not say that the history is as it was written while nothing proves that', async () => {
  await open(() => ended({ ...sound, outside: null, signed: null }));
  await expect.element(page.getByText('Nenhuma alteração encontrada.')).toBeVisible();
  await expect.element(page.getByText('Nenhum ponto de verificação prova nada ainda.')).toBeVisible();
  expect(page.getByText('O histórico está como foi escrito.').elements()).toEqual([]);
});

it.each([1280, 390])('names the first event that is not as it was, at a width of %d', async width => {
  const eventId = '0198a000-0000-7000-8000-000000000042';
  const where = { sequence: 42, until: null, eventId, type: 'MessageReceived', position: 5_376 };
  const fault = { ...where, kind: 'changed', evidence: 'outside' } as const;
  const ticketId = '0198a000-0000-7000-8000-000000000007';
  const clara = '0198a000-0000-7000-8000-000000000008';
  const entry = {
    ...{
      id: eventId,
      at,
      cursor: `${at}_5376`,
      action: 'MessageReceived' as const,
      objectId: eventId,
      ticketId,
    },
    ...{ actor: { kind: 'contact' as const, id: clara, name: null }, contactId: clara, causeId: null },
    details: { mediaType: 'text' },
  };
  const about = { gone: false, erased: false };
  const names = [
    { ...about, id: ticketId, kind: 'ticket' as const, name: '', number: 7, contactName: 'Clara' },
    { ...about, id: clara, kind: 'contact' as const, name: 'Clara', number: null, contactName: null },
  ];
  const report = { ...sound, outside: null, signed: null, fault };
  await open(() => ({ ...ended(report), about: { entry, names } }), width);
  await expect.element(page.getByText('O histórico não está como foi escrito.')).toBeVisible();
  await expect.element(page.getByText('Evento 42: Mensagem recebida')).toBeVisible();
  await expect
    .element(
      page.getByText('Ticket 7 · Clara · 20/11/2026, 09:00:00 · Clara: Escreveu uma mensagem (texto).'),
    )
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Abrir esta entrada' }))
    .toHaveAttribute('href', `/audit?entry=${eventId}`);
  await expect.element(page.getByText('Foi alterado')).toBeVisible();
  await expect.element(page.getByText(eventId)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

it('says that the file outside is not as it was, and not that the history is', async () => {
  const nothing = { eventId: null, type: null, position: null };
  const fault = { ...nothing, kind: 'file-missing', sequence: 80, until: 80, evidence: 'signed' } as const;
  await open(() => ended({ ...sound, outside: null, checkpointsOutside: 0, fault }));
  await expect.element(page.getByText('A prova fora do registro está incompleta.')).toBeVisible();
  await expect.element(page.getByText(/O arquivo fora do registro não existe mais/)).toBeVisible();
  expect(page.getByText('O histórico não está como foi escrito.').elements()).toEqual([]);
});
