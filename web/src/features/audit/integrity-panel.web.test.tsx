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
const never: IntegrityAnswer = { events: 86, signedUpTo: 80, signedAt: at, checkpoints: 1, run: null };
const ended = (report: HistoryReport): IntegrityAnswer => ({
  ...never,
  run: { requestedAt: at, endedAt: at, checked: 86, report },
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
      return { ...never, run: { requestedAt: at, endedAt: null, checked: 10, report: null } };
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
  await open(() => ended({ ...sound, outside: null, signed: null, fault }), width);
  await expect.element(page.getByText('O histórico não está como foi escrito.')).toBeVisible();
  await expect.element(page.getByText('Evento 42: MessageReceived')).toBeVisible();
  await expect.element(page.getByText('Foi alterado')).toBeVisible();
  await expect.element(page.getByText(eventId)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
