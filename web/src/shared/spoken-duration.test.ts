import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { texts as en } from '../i18n/en/texts.ts';
import { texts as es } from '../i18n/es/texts.ts';
import { texts as pt } from '../i18n/pt-BR/texts.ts';
import { spokenDuration } from './spoken-duration.ts';

beforeAll(() =>
  i18next.init({
    lng: 'pt-BR',
    resources: { 'pt-BR': { translation: pt }, en: { translation: en }, es: { translation: es } },
  }),
);

const plain = (spoken: string): string => spoken.replaceAll('\u00a0', ' ');

it('leaves a number and its unit on one line', () => {
  expect(spokenDuration(i18next.getFixedT('pt-BR'), 7_500_000)).toBe('2\u00a0h 5\u00a0min');
});

describe.each(['pt-BR', 'en', 'es'])('in %s', language => {
  it.each([
    [null, '–'],
    [-5_000, '0 s'],
    [0, '0 s'],
    [400, '0 s'],
    [40_000, '40 s'],
    [59_600, '1 min'],
    [61_000, '1 min 1 s'],
    [90_400, '1 min 30 s'],
    [3_599_600, '1 h'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [86_390_000, '1 d'],
    [3_600_000 * 26 + 60_000, '1 d 2 h'],
  ])('%s milliseconds are %s', (ms, spoken) => {
    expect(plain(spokenDuration(i18next.getFixedT(language), ms))).toBe(spoken);
  });
});

it.each([
  ['pt-BR', '12.345 d'],
  ['en', '12,345 d'],
  ['es', '12.345 d'],
])('writes large numbers as %s does', (language, spoken) => {
  expect(plain(spokenDuration(i18next.getFixedT(language), 12_345 * 86_400_000))).toBe(spoken);
});
