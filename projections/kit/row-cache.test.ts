import { expect, it } from 'vitest';
import { openKeyFilter } from './key-filter.ts';
import { openRowCache } from './row-cache.ts';
import type { Row } from './table.ts';

const row = (position: number): Row => ({ companyId: 'c', position });

it('keeps what was asked for last, and tells of each row that goes', () => {
  const dropped: string[] = [];
  const cache = openRowCache(8, (table, key) => dropped.push(`${table} ${key}`));
  for (let number = 0; number < 4; number += 1) cache.set('ticket', String(number), row(number));
  cache.set('ticket', 'none', null);
  expect(cache.get('ticket', '0')).toEqual(row(0));
  for (let number = 4; number < 8; number += 1) cache.set('ticket', String(number), row(number));
  expect(dropped).toEqual(['ticket 1', 'ticket 2', 'ticket 3']);
  expect(cache.get('ticket', '0')).toEqual(row(0));
  expect(cache.get('ticket', '7')).toEqual(row(7));
  expect(cache.get('ticket', '1')).toBeUndefined();
  expect(cache.get('contact', '0')).toBeUndefined();
});

it('tells of a row that is to be removed, of all rows when it is cleared, and of none that was never there', () => {
  const dropped: string[] = [];
  const cache = openRowCache(100, (_, key) => dropped.push(key));
  cache.set('ticket', 'a', row(1));
  cache.set('ticket', 'b', row(2));
  cache.set('ticket', 'b', null);
  cache.set('ticket', 'none', null);
  // Should writing that fail, it is still there and must be asked for.
  expect(dropped).toEqual(['b']);
  cache.clear();
  expect(dropped).toEqual(['b', 'a']);
  expect(cache.get('ticket', 'a')).toBeUndefined();
});

it('a filter has every key that was added, and few others', () => {
  const filter = openKeyFilter();
  expect(filter.mayHave('ticket', 'a')).toBe(false);
  const keys = Array.from({ length: 20_000 }, () => crypto.randomUUID());
  for (const key of keys.slice(0, 10_000)) filter.add('ticket', key);
  expect(keys.slice(0, 10_000).every(key => filter.mayHave('ticket', key))).toBe(true);
  expect(keys.slice(10_000).filter(key => filter.mayHave('ticket', key)).length).toBeLessThan(10);
  expect(keys.slice(0, 10_000).filter(key => filter.mayHave('contact', key)).length).toBeLessThan(10);
});
