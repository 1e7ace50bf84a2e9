import { afterEach, expect, it, vi } from 'vitest';
import { forget, handleOtherTab, keep, readKept } from './kept.ts';

const browser = (room: { full: boolean }, held = new Map<string, string>()) => ({
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (room.full) throw new DOMException('full', 'QuotaExceededError');
    held.set(key, value);
  },
  removeItem: (key: string) => void held.delete(key),
});

afterEach(() => {
  forget('name');
  vi.unstubAllGlobals();
});

it('reads what a full browser would not keep, until it is forgotten', () => {
  vi.stubGlobal('localStorage', browser({ full: true }, new Map([['name', 'old']])));
  keep('name', 'new');
  expect(readKept('name')).toBe('new');
  forget('name');
  expect(readKept('name')).toBeNull();
});

it('leaves it to the browser as soon as there is room, and to another tab that had some', () => {
  const room = { full: true };
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', browser(room, held));
  keep('name', 'first');
  held.set('name', 'of the other tab');
  handleOtherTab('name');
  expect(readKept('name')).toBe('of the other tab');
  room.full = false;
  keep('name', 'second');
  expect(held.get('name')).toBe('second');
});
