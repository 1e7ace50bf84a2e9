import { expect, it } from 'vitest';
import { spokenLength } from './spoken-length.ts';

const said = (ms: number | null) => spokenLength(ms, 'en').replaceAll('\u00a0', ' ');

it.each([
  [null, '–'],
  [0, '0s'],
  [400, '0s'],
  [59_600, '1m'],
  [61_000, '1m 1s'],
  [3_600_000, '1h'],
  [3_600_000 * 26 + 60_000, '1d 2h'],
])('says %s milliseconds by their two largest units: %s', (ms, text) => {
  expect(said(ms)).toBe(text);
});
