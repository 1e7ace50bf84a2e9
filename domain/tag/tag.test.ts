import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { TagEvent } from './events.ts';
import { changeTag, createTag, removeTag, type Tag, tagEntity } from './tag.ts';

const tagId = idOf(1);
const tag = given(tagEntity);
const fields = { tagId, name: 'VIP', color: '#ff0000' };
const created: TagEvent = { type: 'TagCreated', data: { ...fields, userId: null } };
const removed: TagEvent = { type: 'TagRemoved', data: { tagId } };

describe('a tag', () => {
  const create = (change: Partial<typeof fields>) => (state: Tag) =>
    createTag({ ...fields, userId: null, ...change }, state);
  const change = (to: Partial<typeof fields>) => (state: Tag) => changeTag({ ...fields, ...to }, state);
  const remove = (state: Tag) => removeTag({ tagId }, state);

  it('is made with a name and a colour, both in one form', () => {
    expect(tag().when(create({ name: ' VIP ', color: '#FF0000' })).events).toEqual([created]);
    expect(tag(created).when(create({})).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it.each([
    ['name', { name: 'VI' }],
    ['name', { name: 'V'.repeat(51) }],
    ['color', { color: 'red' }],
  ])('refuses a bad %s', (field, bad) => {
    expect(tag().when(create(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
    expect(tag(created).when(change(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
  });
  it('changes what differs, and only while it is there', () => {
    expect(tag(created).when(change({ name: 'Novo' })).events).toEqual([
      { type: 'TagChanged', data: { ...fields, name: 'Novo' } },
    ]);
    expect(tag(created).when(change({ color: '#FF0000' })).decision).toEqual([]);
    for (const history of [[], [created, removed]])
      expect(tag(...history).when(change({})).rejection?.rejected).toBe('ERR_NO_TAG_FOUND');
  });
  it('is removed once', () => {
    expect(tag(created).when(remove).events).toEqual([removed]);
    expect(tag(created, removed).when(remove).decision).toEqual([]);
    expect(tag().when(remove).rejection?.rejected).toBe('ERR_NO_TAG_FOUND');
  });
});
