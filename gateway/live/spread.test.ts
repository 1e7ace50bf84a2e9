import { expect, it } from 'vitest';
import { pingData as read } from '#contracts/live.ts';
import { createPingFrames, pingData } from './spread.ts';

it.each([
  [0, {}],
  [3_200, {}],
  [3_201, { spreadMs: 2_500 }],
  [10_000, { spreadMs: 6_500 }],
  [20_000, { spreadMs: 12_500 }],
])('lets %i pages come back over so long', (pages, data) => {
  expect(pingData(pages)).toEqual(data);
  expect(read.parse(data)).toEqual(data);
});

it('makes the frame once for as long as it says the same', () => {
  const frameFor = createPingFrames();
  const few = frameFor(10);
  expect(frameFor(3_000)).toBe(few);
  const many = frameFor(10_000);
  expect(JSON.parse(many.subarray(2).toString())).toEqual({
    event: 'ping',
    data: { spreadMs: 6_500 },
    position: 0,
  });
  expect(frameFor(9_900)).toBe(many);
  expect(frameFor(10)).toEqual(few);
});
