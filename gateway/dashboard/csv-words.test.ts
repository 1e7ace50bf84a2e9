import { expect, it } from 'vitest';
import { dashboard as en } from '#web/src/i18n/en/dashboard.ts';
import { dashboard as es } from '#web/src/i18n/es/dashboard.ts';
import { dashboard as pt } from '#web/src/i18n/pt-BR/dashboard.ts';
import { words } from './csv-words.ts';

it.each([
  ['pt-BR', pt],
  ['en', en],
  ['es', es],
] as const)('names figures and closings in %s as the screens do', (language, { report, counters, list }) => {
  const { marks: rated, ...counts } = report.counts;
  const { leads, supportPending: pending, supportHappening: attending } = counters;
  expect(words[language]).toEqual({
    metrics: { ...report.metrics, ...counts, rated, leads, pending, attending },
    closings: list.closing,
  });
});
