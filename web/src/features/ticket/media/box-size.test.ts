import { expect, it } from 'vitest';
import { boxSize } from './box-size.ts';

it.each([
  [
    { width: 660, height: 330 },
    { width: 330, height: 165 },
  ],
  [
    { width: 300, height: 900 },
    { width: 120, height: 330 },
  ],
  [
    { width: 200, height: 150 },
    { width: 200, height: 150 },
  ],
  [
    { width: 20, height: 20 },
    { width: 120, height: 120 },
  ],
  [
    { width: null, height: null },
    { width: 240, height: 240 },
  ],
])('makes room for %o', (shape, room) => {
  expect(boxSize(shape)).toEqual(room);
});
