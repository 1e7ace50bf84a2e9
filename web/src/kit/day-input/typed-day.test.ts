import { expect, it } from 'vitest';
import { typedDay } from './typed-day.ts';

it.each([
  ['05/11/2026', '2026-11-05'],
  [' 5-1-2026 ', '2026-01-05'],
  ['05112026', '2026-11-05'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', null],
  ['31/13/2026', null],
  ['05/11/26', null],
  ['05/11', null],
  ['', null],
])('reads %s as %s', (typed, day) => {
  expect(typedDay(typed, 'pt-BR')).toBe(day);
});

it('begins with the month in English, and in no other language', () => {
  const days = ['en', 'es', 'pt-BR'].map(language => typedDay('11/05/2026', language));
  expect(days).toEqual(['2026-11-05', '2026-05-11', '2026-05-11']);
  expect(typedDay('24/11/2026', 'en')).toBe(null);
});
