import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import {
  addQueueOption,
  type ChangeQueueOption,
  changeQueueOption,
  queueMenuEntity,
  removeQueueOption,
} from './queue-menu.ts';

const menu = given(queueMenuEntity);
const queueId = idOf(900);
const title = (n: number) => `Opção ${n}`;
const added = (n: number, parent: number | null = null, message = '') => ({
  type: 'QueueOptionAdded' as const,
  data: {
    ...{ queueId, optionId: idOf(n), parentId: parent === null ? null : idOf(parent) },
    ...{ title: title(n), message },
  },
});
const moved = (n: number, parent: number | null, place: number) => ({
  type: 'QueueOptionMoved' as const,
  data: { queueId, optionId: idOf(n), parentId: parent === null ? null : idOf(parent), place },
});
const add =
  (n: number, parent: number | null = null, texts = { title: title(n), message: '' }) =>
  (state: typeof queueMenuEntity.initial) =>
    addQueueOption(
      { queueId, optionId: idOf(n), parentId: parent === null ? null : idOf(parent), ...texts },
      state,
    );
const change =
  (n: number, to: Omit<ChangeQueueOption, 'queueId' | 'optionId'>) =>
  (state: typeof queueMenuEntity.initial) =>
    changeQueueOption({ queueId, optionId: idOf(n), ...to }, state);
const move = (n: number, parent: number | null, place?: number) =>
  change(n, { parentId: parent === null ? null : idOf(parent), place });
const remove = (n: number) => (state: typeof queueMenuEntity.initial) =>
  removeQueueOption({ queueId, optionId: idOf(n) }, state);
/** `1 2(3 4)`: what is below an option stands behind it. */
const drawn = ({ options }: typeof queueMenuEntity.initial, parentId: string | null = null): string =>
  options
    .filter(option => option.parentId === parentId)
    .map(({ id }) => {
      const below = drawn({ options }, id);
      return `${Number(id.slice(-4))}${below && `(${below})`}`;
    })
    .join(' ');
const missing = (n: number) => rejected('ERR_NO_QUEUE_OPTION_FOUND', { optionId: idOf(n) });
const limit = (what: string, most: number) => rejected('ERR_QUEUE_OPTION_LIMIT', { what, most });

describe('adding an option', () => {
  it('puts it behind those of its parent', () => {
    const { events, after } = menu(added(1), added(2), added(3, 1)).when(add(4, 1));
    expect([events, drawn(after)]).toEqual([[added(4, 1)], '1(3 4) 2']);
  });

  it('trims the title, keeps the message as it is written, and wants both in their lengths', () => {
    const texts = { title: ' Boletos ', message: 'Um momento\n' };
    expect(menu().when(add(1, null, texts)).after.options).toEqual([
      { id: idOf(1), parentId: null, title: 'Boletos', message: 'Um momento\n' },
    ]);
    for (const wrong of ['', '  ', 'x'.repeat(51)])
      expect(menu().when(add(1, null, { title: wrong, message: '' })).rejection).toEqual(
        rejected('ERR_VALIDATION', { field: 'title' }),
      );
    const long = { title: 'Boletos', message: 'x'.repeat(50_001) };
    expect(menu().when(add(1, null, long)).rejection).toEqual(
      rejected('ERR_VALIDATION', { field: 'message' }),
    );
  });

  it('is refused below one that is not there, and for an id that is', () => {
    expect(menu(added(1)).when(add(2, 7)).rejection).toEqual(missing(7));
    expect(menu(added(1)).when(add(1)).rejection).toEqual(rejected('ERR_CONFLICT', { optionId: idOf(1) }));
  });

  it('is refused for a tenth of one parent: # and 0 are no options', () => {
    const nine = Array.from({ length: 9 }, (_, index) => added(index + 1));
    expect(menu(...nine).when(add(10)).rejection).toEqual(limit('siblings', 9));
    expect(menu(...nine).when(add(10, 9)).events).toHaveLength(1);
  });

  it('is refused below the fifth level', () => {
    const chain = [added(1), added(2, 1), added(3, 2), added(4, 3), added(5, 4)];
    expect(menu(...chain).when(add(6, 5)).rejection).toEqual(limit('depth', 5));
    expect(menu(...chain).when(add(6, 4)).events).toHaveLength(1);
  });

  it('is refused after the two hundredth, and when all texts together are too long', () => {
    const history = Array.from({ length: 200 }, (_, index) => {
      const n = index + 1;
      return added(n, n <= 9 ? null : Math.floor((n - 1) / 9));
    });
    expect(menu(...history.slice(0, 199)).when(add(900, 150)).events).toHaveLength(1);
    expect(menu(...history).when(add(900, 150)).rejection).toEqual(limit('options', 200));
    const long = Array.from({ length: 9 }, (_, index) => added(index + 1, null, 'x'.repeat(50_000)));
    const texts = { title: 'Boletos', message: 'x'.repeat(50_000) };
    expect(menu(...long).when(add(10, 1, texts)).rejection).toEqual(limit('text', 500_000));
  });
});

describe('changing an option', () => {
  it('changes its texts; what is left out stays', () => {
    const { events } = menu(added(1, null, 'Olá')).when(change(1, { title: 'Boletos' }));
    expect(events).toEqual([
      {
        type: 'QueueOptionChanged',
        data: { queueId, optionId: idOf(1), title: 'Boletos', message: 'Olá' },
      },
    ]);
  });

  it('does nothing where it is so already', () => {
    const history = [added(1), added(2)];
    expect(menu(...history).when(change(1, {})).decision).toEqual([]);
    expect(menu(...history).when(change(1, { title: ` ${title(1)} ` })).decision).toEqual([]);
    expect(menu(...history).when(move(2, null, 2)).decision).toEqual([]);
    expect(menu(...history).when(move(2, null, 9)).decision).toEqual([]);
  });

  it('is refused for one that is not there, and for a title of nothing', () => {
    expect(menu(added(1)).when(change(7, { title: 'Boletos' })).rejection).toEqual(missing(7));
    expect(menu(added(1)).when(change(1, { title: ' ' })).rejection).toEqual(
      rejected('ERR_VALIDATION', { field: 'title' }),
    );
  });

  it('changes texts and place at once, or neither', () => {
    const history = [added(1), added(2), added(3, 1)];
    const both = menu(...history).when(change(3, { title: 'Boletos', parentId: null, place: 1 }));
    expect(both.events.map(({ type }) => type)).toEqual(['QueueOptionChanged', 'QueueOptionMoved']);
    expect(drawn(both.after)).toBe('3 1 2');
    const neither = menu(...history).when(change(1, { title: 'Boletos', parentId: idOf(3) }));
    expect(neither.rejection).toEqual(rejected('ERR_QUEUE_OPTION_BELOW_ITSELF'));
  });
});

describe('moving an option', () => {
  const history = [added(1), added(2), added(3), added(4, 1), added(5, 1)];

  it.each([
    ['to the front', move(3, null, 1), '3 1(4 5) 2'],
    ['back', move(1, null, 2), '2 1(4 5) 3'],
    ['to the end', move(1, null, 9), '2 3 1(4 5)'],
    ['below another, last', move(2, 1), '1(4 5 2) 3'],
    ['below another, to a place', move(2, 1, 2), '1(4 2 5) 3'],
    ['out to the top, with all below it', move(4, null, 2), '1(5) 4 2 3'],
  ])('%s', (_, decide, after) => {
    expect(drawn(menu(...history).when(decide).after)).toBe(after);
  });

  it('keeps what stands below it', () => {
    expect(drawn(menu(...history, moved(1, 3, 1)).state)).toBe('2 3(1(4 5))');
  });

  it('is refused below itself and below what stands below it', () => {
    const below = rejected('ERR_QUEUE_OPTION_BELOW_ITSELF');
    expect(menu(...history).when(move(1, 1)).rejection).toEqual(below);
    expect(menu(...history).when(move(1, 5)).rejection).toEqual(below);
    expect(menu(...history).when(move(1, 7)).rejection).toEqual(missing(7));
  });

  it('is refused where there are nine already, and never among its own siblings', () => {
    const nine = Array.from({ length: 9 }, (_, index) => added(index + 10));
    expect(menu(...nine, added(30, 10)).when(move(30, null)).rejection).toEqual(limit('siblings', 9));
    expect(menu(...nine).when(move(10, null, 9)).events).toEqual([moved(10, null, 9)]);
  });

  it('is refused where the deepest below it would be too deep', () => {
    const chain = [added(11), added(12, 11), added(13, 12), added(14, 13)];
    expect(menu(...history, ...chain).when(move(1, 14)).rejection).toEqual(limit('depth', 5));
    expect(menu(...history, ...chain).when(move(2, 14)).events).toHaveLength(1);
  });
});

describe('removing an option', () => {
  it('removes all that stand below it, and the others close up', () => {
    const history = [added(1), added(2), added(3, 1), added(4, 3)];
    const { events, after } = menu(...history).when(remove(1));
    const descendantIds = [idOf(3), idOf(4)];
    expect(events).toEqual([
      { type: 'QueueOptionRemoved', data: { queueId, optionId: idOf(1), descendantIds } },
    ]);
    expect(drawn(after)).toBe('2');
  });

  it('is refused for one that is not there', () => {
    expect(menu(added(1)).when(remove(2)).rejection).toEqual(missing(2));
  });
});
