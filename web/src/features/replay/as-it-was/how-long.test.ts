import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { texts } from '../../../i18n/pt-BR/texts.ts';
import { howLong } from './how-long.ts';

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': { translation: texts } } }));

it.each([
  ['2026-11-12T14:00:00.000Z', '2026-11-12T14:00:40.000Z', '0 min'],
  ['2026-11-12T14:00:00.000Z', '2026-11-12T14:59:59.000Z', '59 min'],
  ['2026-11-12T14:00:00.000Z', '2026-11-12T16:05:00.000Z', '2 h 5 min'],
  ['2026-11-10T14:00:00.000Z', '2026-11-12T16:05:00.000Z', '2 d 2 h'],
  ['2026-11-12T14:00:01.000Z', '2026-11-12T14:00:00.000Z', '0 min'],
])('from %s to %s is %s', (since, at, spoken) => {
  expect(howLong(i18next.t, since, at)).toBe(spoken);
});
