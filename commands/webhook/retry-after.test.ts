import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = new Date('2026-11-23T12:00:00.000Z');

it.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Mon, 23 Nov 2026 12:02:00 GMT', 120_000],
  ['Monday, 23-Nov-26 12:02:00 GMT', 120_000],
  ['Mon Nov 23 12:02:00 2026', 120_000],
  ['3600', 3_600_000],
  ['86400', 3_600_000],
  ['99999999999999999999', 3_600_000],
  ['Tue, 23 Nov 2027 12:00:00 GMT', 3_600_000],
])('takes %s', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});

it.each([
  undefined,
  '',
  '0',
  '-5',
  '1.5',
  'soon',
  'Mon, 23 Nov 2026 11:59:00 GMT',
  'Mon, 99 Nov 2026 25:00:00 GMT',
  '2026-11-23T13:00:00Z',
])('takes %s for nothing', header => {
  expect(retryAfterMs(header, now)).toBeNull();
});
