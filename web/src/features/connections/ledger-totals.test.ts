import { expect, it } from 'vitest';
import { totalsOf } from './ledger-totals.ts';

const day = (received: number, shown: number, rejected: Record<string, number> = {}) => ({
  ...{ day: '2026-11-21', received, shown, rejected, imported: 2, lastError: null, lastErrorAt: null },
});

it('adds up the days of a ledger, the most frequent reason first', () => {
  const days = [day(5, 3, { 'no-content': 1, group: 1 }), day(4, 2, { group: 2 })];
  expect(totalsOf({ days })).toEqual({
    ...{ received: 9, shown: 5, rejected: 4, imported: 4 },
    reasons: [
      { reason: 'group', count: 3 },
      { reason: 'no-content', count: 1 },
    ],
  });
});
