import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('the turns of readers', () => {
  it('bound what readers do in one round of the event loop, and leave nobody out', async () => {
    let now = 0;
    let round = 0;
    const turns = createTurns(() => now);
    const pages: { reader: number; round: number }[] = [];
    const read = async (reader: number) => {
      for (let page = 0; page < 4; page += 1) {
        await turns.next();
        now += 1;
        pages.push({ reader, round });
      }
    };
    const reading = Promise.all([0, 1, 2, 3, 4].map(read));
    for (; pages.length < 20; round += 1) await nextRound();
    await reading;

    const perRound = Map.groupBy(pages, page => page.round);
    expect(Math.max(...[...perRound.values()].map(({ length }) => length))).toBe(2);
    expect(pages.map(({ reader }) => reader)).toEqual([0, 1, 2, 3].flatMap(() => [0, 1, 2, 3, 4]));
  });
});
