import { expect, it } from 'vitest';
import { daysToWarnOf } from './days-left.ts';

const now = new Date('2026-11-23T23:30:00.000Z');
const after = (days: number): string => new Date(now.getTime() + days * 86_400_000).toISOString();

it.each([
  [after(5), null],
  [after(4.99), 5],
  [after(4.01), 5],
  [after(4), 4],
  [after(1.5), 2],
  [after(1), 1],
  [after(0.02), 1],
  [after(0), null],
  [after(-1), null],
  [null, null],
])('a subscription that ends at %s is warned of with %s days', (dueDate, days) => {
  expect(daysToWarnOf(dueDate, now)).toBe(days);
});
