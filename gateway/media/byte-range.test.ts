import { expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

it.each([
  [undefined, 'all'],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=100-', 'impossible'],
  ['bytes=5-4', 'impossible'],
  ['bytes=-0', 'impossible'],
  ['bytes=0-1,5-6', 'all'],
  ['lines=1-2', 'all'],
])('reads the range %s of a hundred bytes', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
