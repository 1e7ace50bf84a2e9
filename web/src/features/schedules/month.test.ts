import { expect, it } from 'vitest';
import { byDay, weeksOf } from './month.ts';

it('a month has whole weeks', () => {
  const weeks = weeksOf('2026-11-24');
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual(['2026-11-01', '2026-12-05', 5]);
  expect(weeksOf('2027-02-01').length).toBe(5);
  expect(weeksOf('2026-02-15').length).toBe(4);
});

it('each day has its own in the order of the clock, what recurs on every day that it waits for', () => {
  const one = {
    ...{ id: 'one', sendAt: '2026-11-10T15:00', startsAt: '2026-11-10T15:00' },
    ...{ recurrence: 'none' as const, status: 'sent' as const },
  };
  const weekly = {
    ...{ id: 'weekly', sendAt: '2026-11-10T09:00', startsAt: '2026-10-27T09:00' },
    ...{ recurrence: 'weekly' as const, status: 'scheduled' as const },
  };
  const ended = { ...weekly, id: 'ended', status: 'cancelled' as const };
  const days = byDay([one, weekly, ended], '2026-11-01', '2026-11-30');
  const ids = Object.fromEntries([...days].map(([day, all]) => [day.slice(8), all.map(({ id }) => id)]));
  expect(ids).toEqual({ '10': ['weekly', 'ended', 'one'], '17': ['weekly'], '24': ['weekly'] });
});
