import { expect, it } from 'vitest';
import { questions as en } from '#web/src/i18n/en/questions.ts';
import { questions as es } from '#web/src/i18n/es/questions.ts';
import { questions as pt } from '#web/src/i18n/pt-BR/questions.ts';
import { words } from './answer-words.ts';

it.each([
  ['pt-BR', pt],
  ['en', en],
  ['es', es],
] as const)('names the parts and figures of an answer in %s as the screens do', (language, screen) => {
  const { headings, groupings, noKey, unknown } = words[language];
  const { none: _, ...shown } = screen.groupings;
  expect({ groupings, noKey, unknown }).toEqual({
    ...{ groupings: shown, noKey: screen.noKey, unknown: screen.unknown },
  });
  expect(headings.slice(4)).toEqual([
    screen.count,
    ...[screen.median, screen.p90, screen.average].map(measure => `${measure} (s)`),
  ]);
});
