import { expect, it } from 'vitest';
import { listLabel } from './list-label.ts';

it('labels of lists have 35 characters at most', () => {
  expect(listLabel('a'.repeat(35))).toBe('a'.repeat(35));
  expect(listLabel('a'.repeat(36))).toBe(`${'a'.repeat(35)}…`);
  expect(listLabel(`${'é'.repeat(34)} longer`)).toBe(`${'é'.repeat(34)}…`);
  expect([...listLabel('👍'.repeat(40))]).toHaveLength(36);
  expect(listLabel('👨‍👩‍👧'.repeat(36))).toBe(`${'👨‍👩‍👧'.repeat(35)}…`);
});
