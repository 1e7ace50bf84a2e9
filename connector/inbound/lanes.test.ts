import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
};

describe('lanes', () => {
  it('keep the order within a lane', async () => {
    const lanes = createLanes(4);
    const seen: number[] = [];
    const first = gate();
    lanes.add('ana', async () => {
      await first.wait();
      seen.push(1);
    });
    lanes.add('ana', async () => void seen.push(2));
    lanes.add('bob', async () => first.open());
    await lanes.idle();
    expect(seen).toEqual([1, 2]);
  });

  it('never run more than their width at once', async () => {
    const lanes = createLanes(2);
    let running = 0;
    let most = 0;
    for (let index = 0; index < 20; index += 1) {
      lanes.add(`lane ${index}`, async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
      });
    }
    expect(lanes.size()).toBe(20);
    await lanes.idle();
    expect(most).toBe(2);
    expect(lanes.size()).toBe(0);
  });
});
