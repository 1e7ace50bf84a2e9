import { expect, it } from 'vitest';
import { pingIntervalMs, userStatusIntervalMs } from './live.ts';

it('a socket is pinged every 18 seconds, and says every 5 minutes that its user is there', () => {
  expect([pingIntervalMs, userStatusIntervalMs]).toEqual([18_000, 300_000]);
});
