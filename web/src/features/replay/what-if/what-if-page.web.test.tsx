import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type WhatIfAnswer, whatIfAnswer, whatIfRules } from '#contracts/what-if.ts';
import { durationMetrics } from '#domain/dashboard/metrics.ts';
import { defaultHours } from '#domain/shared/schedule.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import { WhatIfPage } from './what-if-page.tsx';

const minute = 60_000;
const of = (minutes: number, within: number | null) => ({
  ...{ count: 4, average: minutes * minute, median: minutes * minute, p90: minutes * minute, within },
});
const none = { count: 0, average: null, median: null, p90: null, within: null };
const answer: WhatIfAnswer = {
  version: 2,
  period: {
    ...{ dateFrom: '2026-10-25', dateTo: '2026-11-23', zone: 'America/Sao_Paulo' },
    ...{ from: '2026-10-25T03:00:00.000Z', until: '2026-11-24T03:00:00.000Z' },
  },
  rows: durationMetrics.map(metric =>
    metric === 'firstResponse'
      ? { metric, targetMinutes: 15, calendar: of(110, 0.25), business: of(50, 0.5), simulated: of(10, 1) }
      : { metric, targetMinutes: null, calendar: none, business: none, simulated: none },
  ),
};

const setUp = async (options: Parameters<typeof stage>[2] = {}) => {
  const network = fakeNetwork();
  let works = true;
  network.answer({
    ...{ method: 'GET', path: '/replay/what-if', schema: whatIfRules },
    answer: () => ({
      hours: { schedules: [...defaultHours.schedules], holidays: [] },
      choices: {
        queue: [{ id: uuid(21), name: 'Vendas', removed: true }],
        ...{ connection: [], tag: [], user: [] },
      },
    }),
  });
  network.answer({
    ...{ method: 'POST', path: '/replay/what-if', schema: whatIfAnswer },
    answer: () => (works ? answer : { status: 503, refused: 'ERR_UNAVAILABLE' }),
  });
  await stage(network, <WhatIfPage />, options);
  return {
    asked: () => network.callsOf('POST', '/replay/what-if').map(({ body }) => body),
    fail: () => {
      works = false;
    },
    mend: () => {
      works = true;
    },
  };
};
const simulate = () => page.getByRole('button', { name: 'Simular' }).click();

it('shows how it was beside how it would have been, and says that it is a simulation', async () => {
  const { asked } = await setUp();
  await expect.element(page.getByRole('note')).toHaveTextContent('Simulação');
  await userEvent.fill(page.getByLabelText('Primeira resposta'), '15');
  await page.getByRole('combobox', { name: 'Fila' }).click();
  await page.getByRole('option', { name: 'Vendas (removida)' }).click();
  await simulate();
  const card = page.getByRole('region', { name: 'Primeira resposta' });
  await expect.element(card.getByRole('columnheader', { name: 'Simulação' })).toBeVisible();
  await expect
    .element(card.getByRole('row', { name: 'Mediana' }))
    .toHaveTextContent('Mediana1 h 50 min50 min10 min');
  await expect.element(card.getByRole('row', { name: 'Até 15 min' })).toHaveTextContent('25%50%100%');
  await expect.element(page.getByText('Simulação sobre 25/10/2026 a 23/11/2026')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Resolução' })).toHaveTextContent('Nada no período.');
  expect(asked()).toEqual([{ days: 30, queueId: uuid(21), targets: { firstResponse: 15 } }]);
});

it('simulates other hours, and none that are unfinished', async () => {
  const { asked } = await setUp();
  await page.getByRole('switch', { name: 'Com outro expediente' }).click();
  const end = page.getByRole('group', { name: 'Segunda-feira' }).getByRole('textbox').last();
  await userEvent.fill(end, '2');
  await simulate();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(asked()).toEqual([]);
  await userEvent.fill(end, '2000');
  await simulate();
  await expect.poll(asked).toHaveLength(1);
  expect(asked()[0]).toMatchObject({
    hours: { schedules: expect.arrayContaining([expect.objectContaining({ endTime: '20:00' })]) },
  });
  // What was asked for is far below the hours.
  await expect.element(page.getByText('Simulação sobre 25/10/2026')).toBeInViewport();
});

it('says so when it cannot be had, and asks again', async () => {
  const { fail, mend } = await setUp();
  fail();
  await simulate();
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  await expect.element(again).toBeVisible();
  mend();
  await again.click();
  await expect.element(page.getByRole('region', { name: 'Resultado da simulação' })).toBeVisible();
});

it('fits a phone', async () => {
  await setUp({ width: 360, scheme: 'dark' });
  await page.getByRole('switch', { name: 'Com outro expediente' }).click();
  await simulate();
  await expect.element(page.getByRole('region', { name: 'Resultado da simulação' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
