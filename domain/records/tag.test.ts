import { describe, expect, it } from 'vitest';
import type { EventsOf } from '../shared/event.ts';
import type { RecordState } from '../shared/record.ts';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { tag } from './tag.ts';

const tagId = idOf(1);
const tags = given(tag.entity);
const fields = { name: 'VIP', color: '#ff0000' };
const asked = { id: tagId, userId: null, mayShare: true };
const created: EventsOf<typeof tag.events> = {
  type: 'TagCreated',
  data: { tagId, ...fields, userId: null },
};
const removed: EventsOf<typeof tag.events> = { type: 'TagRemoved', data: { tagId } };

describe('a tag', () => {
  const create = (change: Partial<typeof fields>) => (state: RecordState) =>
    tag.decide.create(asked, { ...fields, ...change }, state);
  const change = (to: Partial<typeof fields>) => (state: RecordState) =>
    tag.decide.change(asked, { ...fields, ...to }, state);
  const remove = (state: RecordState) => tag.decide.remove(asked, state);

  it('is made with a name and a colour, both in one form', () => {
    expect(tags().when(create({ name: ' VIP ', color: '#FF0000' })).events).toEqual([created]);
    expect(tags(created).when(create({})).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it.each([
    ['name', { name: 'VI' }],
    ['name', { name: 'V'.repeat(51) }],
    ['color', { color: 'red' }],
  ])('refuses a bad %s', (field, bad) => {
    expect(tags().when(create(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
    expect(tags(created).when(change(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
  });
  it('changes what differs, and only while it is there', () => {
    expect(tags(created).when(change({ name: 'Novo' })).events).toEqual([
      { type: 'TagChanged', data: { tagId, ...fields, name: 'Novo' } },
    ]);
    expect(tags(created).when(change({ color: '#FF0000' })).decision).toEqual([]);
    for (const history of [[], [created, removed]])
      expect(tags(...history).when(change({})).rejection?.rejected).toBe('ERR_NO_TAG_FOUND');
  });
  it('is removed once', () => {
    expect(tags(created).when(remove).events).toEqual([removed]);
    expect(tags(created, removed).when(remove).decision).toEqual([]);
    expect(tags().when(remove).rejection?.rejected).toBe('ERR_NO_TAG_FOUND');
  });
  it('has its name to itself, whatever its capitals', () => {
    expect(tag.keysOf(tags(created).state)).toEqual([{ kind: 'tag-name', value: 'vip' }]);
    expect(tag.keysOf(tags(created, removed).state)).toEqual([]);
  });
});
