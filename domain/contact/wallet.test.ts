import { expect, it } from 'vitest';
import { isListedFor } from './wallet.ts';

const ana = { userId: 'ana', profile: 'user' as const, queueIds: [] };

it('lists for attendants their own contacts and nobody’s, and for administrators all', () => {
  expect(isListedFor(ana, [])).toBe(true);
  expect(isListedFor(ana, ['bruno', 'ana'])).toBe(true);
  expect(isListedFor(ana, ['bruno'])).toBe(false);
  expect(isListedFor({ ...ana, profile: 'admin' }, ['bruno'])).toBe(true);
});
