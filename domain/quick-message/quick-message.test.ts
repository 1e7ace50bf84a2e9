import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { QuickMessageEvent } from './events.ts';
import {
  changeQuickMessage,
  createQuickMessage,
  type QuickMessage,
  quickMessageEntity,
  removeQuickMessage,
} from './quick-message.ts';

const [quickMessageId, userId, bruno] = [idOf(1), idOf(2), idOf(3)];
const quick = given(quickMessageEntity);
const fields = { quickMessageId, shortcode: 'oi1', message: 'Bom dia! Como posso ajudar?' };
const created: QuickMessageEvent = { type: 'QuickMessageCreated', data: { ...fields, userId } };
const removed: QuickMessageEvent = { type: 'QuickMessageRemoved', data: { quickMessageId } };

describe('a quick message', () => {
  const create = (change: Partial<typeof fields>) => (state: QuickMessage) =>
    createQuickMessage({ ...fields, userId, ...change }, state);
  const change =
    (to: Partial<typeof fields>, by = userId) =>
    (state: QuickMessage) =>
      changeQuickMessage({ ...fields, ...to, userId: by }, state);
  const remove =
    (by = userId) =>
    (state: QuickMessage) =>
      removeQuickMessage({ quickMessageId, userId: by }, state);

  it('is made once, with its text as it was written', () => {
    expect(quick().when(create({ shortcode: ' oi1 ' })).events).toEqual([created]);
    expect(quick().when(create({ message: ' linha\n' })).events).toMatchObject([
      { data: { message: ' linha\n' } },
    ]);
    expect(quick(created).when(create({})).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it.each([
    ['shortcode', { shortcode: 'oi' }],
    ['shortcode', { shortcode: 'o'.repeat(51) }],
    ['message', { message: ' a ' }],
    ['message', { message: 'a'.repeat(50_001) }],
  ])('refuses a bad %s', (field, bad) => {
    expect(quick().when(create(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
    expect(quick(created).when(change(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
  });
  it('is changed and removed by its owner alone', () => {
    expect(quick(created).when(change({ message: 'Boa tarde!' })).events).toHaveLength(1);
    expect(quick(created).when(change({})).decision).toEqual([]);
    expect(quick(created).when(remove()).events).toEqual([removed]);
    expect(quick(created, removed).when(remove()).decision).toEqual([]);
    for (const decide of [change({ message: 'Meu' }, bruno), remove(bruno)])
      expect(quick(created).when(decide).decision).toEqual(rejected('ERR_NO_PERMISSION', { userId }));
  });
  it('is not there before or after', () => {
    for (const history of [[], [created, removed]])
      expect(quick(...history).when(change({})).rejection?.rejected).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
    expect(quick().when(remove()).rejection?.rejected).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
  });
});
