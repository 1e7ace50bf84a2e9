import { describe, expect, it } from 'vitest';
import type { EventsOf } from '../shared/event.ts';
import type { RecordState } from '../shared/record.ts';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { queue } from './queue.ts';

const queueId = idOf(1);
const queues = given(queue.entity);
const fields = { name: 'Vendas', color: '#00aa00', greetingMessage: '', outOfHoursMessage: '' };
const asked = { id: queueId, userId: null, mayShare: true };
const later = {
  ...{ complationMessage: '', ratingMessage: '', orderQueue: 0 },
  ...{ schedules: [], holidays: [] },
};
const created: EventsOf<typeof queue.events> = {
  type: 'QueueCreated',
  data: { queueId, ...fields, ...later },
};
const removed: EventsOf<typeof queue.events> = { type: 'QueueRemoved', data: { queueId } };

describe('a queue', () => {
  const create = (change: Partial<typeof fields>) => (state: RecordState) =>
    queue.decide.create(asked, { ...fields, ...change }, state);
  const change = (what: Partial<typeof fields>) => (state: RecordState) =>
    queue.decide.change(asked, { ...fields, ...what }, state);
  const remove = (state: RecordState) => queue.decide.remove(asked, state);

  it('is created, the colour in lower case', () => {
    expect(queues().when(create({ color: '#00AA00' })).events).toEqual([created]);
    expect(queues(created).when(create({})).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it('needs a name and a colour', () => {
    expect(queues().when(create({ name: 'V' })).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'name' }),
    );
    expect(queues().when(create({ color: ' ' })).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'color' }),
    );
  });
  it('changes what differs', () => {
    expect(queues(created).when(change({ color: '#00AA00' })).decision).toEqual([]);
    expect(queues(created).when(change({ name: 'Suporte' })).events).toHaveLength(1);
    expect(queues().when(change({})).rejection?.rejected).toBe('ERR_NO_QUEUE_FOUND');
  });
  it('is removed once, and its colour is free', () => {
    expect(queue.keysOf(queues(created).state)).toEqual([{ kind: 'queue-color', value: '#00aa00' }]);
    expect(queues(created).when(remove).events).toEqual([removed]);
    expect(queue.keysOf(queues(created, removed).state)).toEqual([]);
    expect(queues(created, removed).when(remove).decision).toEqual([]);
    expect(queues().when(remove).rejection?.rejected).toBe('ERR_NO_QUEUE_FOUND');
  });
  it('has a colour of three to nine characters', () => {
    for (const color of ['#fff', '#FFFFFF80', 'red', 'goldenrod'])
      expect([color, queues().when(create({ color })).events.length]).toEqual([color, 1]);
    for (const color of ['ab', '#f', '#gggggg', '#ffffff800', 'url(//a)', 'aquamarine1'])
      expect([color, queues().when(create({ color })).rejection?.rejected]).toEqual([
        color,
        'ERR_VALIDATION',
      ]);
  });
  it('says at its removal where its tickets go, if anywhere', () => {
    const successorId = idOf(2);
    const named = queues(created).when(state =>
      queue.decide.remove(asked, state, { successorId, name: 'x' }),
    );
    expect(named.events).toEqual([{ type: 'QueueRemoved', data: { queueId, successorId } }]);
  });
  it('keeps what a form leaves out, and reads what was stored before it had all this', () => {
    const old: EventsOf<typeof queue.events> = { type: 'QueueCreated', data: { queueId, ...fields } };
    expect(queues(old).state).toMatchObject({ values: { ...fields, ...later } });
    const schedules = [
      { weekday: 'Sexta-feira', weekdayEn: 'friday' as const, startTime: '22:00', endTime: '02:00' },
    ];
    const { after } = queues(old).when(state =>
      queue.decide.change(asked, { ...fields, schedules, orderQueue: 3, ratingMessage: 'Nota?' }, state),
    );
    expect(after).toMatchObject({ values: { schedules, orderQueue: 3, ratingMessage: 'Nota?' } });
    for (const bad of [
      { schedules: [{ weekdayEn: 'friday' }] },
      { orderQueue: -1 },
      { holidays: [{ day: '31-12' }] },
    ])
      expect(
        queues(old).when(state => queue.decide.change(asked, { ...fields, ...bad }, state)).decision,
      ).toEqual(rejected('ERR_VALIDATION', { field: Object.keys(bad)[0] }));
  });
});
