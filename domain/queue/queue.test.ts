import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { QueueEvent } from './events.ts';
import * as rules from './queue.ts';

const queueId = idOf(1);
const queue = given(rules.queueEntity);
const fields = { queueId, name: 'Vendas', color: '#00aa00', greetingMessage: '', outOfHoursMessage: '' };
const created: QueueEvent = { type: 'QueueCreated', data: fields };
const removed: QueueEvent = { type: 'QueueRemoved', data: { queueId } };

describe('a queue', () => {
  const create = (change: Partial<typeof fields>) => (state: rules.Queue) =>
    rules.createQueue({ ...fields, ...change }, state);
  const change = (what: Partial<typeof fields>) => (state: rules.Queue) =>
    rules.changeQueue({ ...fields, ...what }, state);
  const remove = (state: rules.Queue) => rules.removeQueue({ queueId }, state);

  it('is created, the colour in lower case', () => {
    expect(queue().when(create({ color: '#00AA00' })).events).toEqual([created]);
    expect(queue(created).when(create({})).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it('needs a name and a colour', () => {
    expect(queue().when(create({ name: 'V' })).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'name' }),
    );
    expect(queue().when(create({ color: ' ' })).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'color' }),
    );
  });
  it('changes what differs', () => {
    expect(queue(created).when(change({ color: '#00AA00' })).decision).toEqual([]);
    expect(queue(created).when(change({ name: 'Suporte' })).events).toHaveLength(1);
    expect(queue().when(change({})).rejection?.rejected).toBe('ERR_NO_QUEUE_FOUND');
  });
  it('is removed once', () => {
    expect(queue(created).when(remove).events).toEqual([removed]);
    expect(queue(created, removed).when(remove).decision).toEqual([]);
    expect(queue().when(remove).rejection?.rejected).toBe('ERR_NO_QUEUE_FOUND');
  });
});
