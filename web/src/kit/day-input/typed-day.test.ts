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
  expect(typedDay(typed)).toBe(day);
});
