import { expect, it } from 'vitest';
import { movedOption, type OptionPlace, type QueueOption } from '#domain/queue-menu/tree.ts';
import { dropPlace, itemsOf, type Side, stepsOf } from './places.ts';

const option = (id: string, parentId: string | null = null): QueueOption => ({
  ...{ id, parentId, title: id, message: '' },
});
/** a(c d(e)) b */
const tree = [option('a'), option('b'), option('c', 'a'), option('d', 'a'), option('e', 'd')];
const named = (id: string) => tree.find(each => each.id === id) ?? option(id);
const drawn = (options: readonly QueueOption[]): string =>
  itemsOf(options, new Set())
    .map(({ option: { id }, depth }) => `${depth}${id}`)
    .join(' ');
const after = (id: string, to: OptionPlace | undefined) => to && drawn(movedOption(tree, id, to));

it('reads each option before those below it, and leaves out what is closed', () => {
  expect(drawn(tree)).toBe('0a 1c 1d 2e 0b');
  const shown = itemsOf(tree, new Set(['d']));
  expect(shown.map(({ option: { id }, place, siblings, below }) => [id, place, siblings, below])).toEqual([
    ...[
      ['a', 1, 2, 2],
      ['c', 1, 2, 0],
      ['d', 2, 2, 1],
      ['b', 2, 2, 0],
    ],
  ]);
});

it('steps lead up, down, below the one before and out behind the parent', () => {
  const from = (id: string) => stepsOf(tree, named(id));
  expect(after('d', from('d').up)).toBe('0a 1d 2e 1c 0b');
  expect(after('c', from('c').down)).toBe('0a 1d 2e 1c 0b');
  expect(after('b', from('b').in)).toBe('0a 1c 1d 2e 1b');
  expect(after('d', from('d').out)).toBe('0a 1c 0d 1e 0b');
  expect(after('e', from('e').out)).toBe('0a 1c 1d 1e 0b');
  expect(from('a')).toEqual({
    up: undefined,
    down: { parentId: null, place: 2 },
    in: undefined,
    out: undefined,
  });
});

it('a step that would be too deep or too many is none', () => {
  const chain = ['1', '2', '3', '4', '5'].map((id, index, all) => option(id, all[index - 1] ?? null));
  const beside = option('x', '4');
  expect(stepsOf([...chain, beside], beside).in).toBeUndefined();
  const nine = Array.from({ length: 9 }, (_, index) => option(`${index}`));
  const below = option('y', '0');
  expect(stepsOf([...nine, below], below).out).toBeUndefined();
});

it.each<[string, string, Side, boolean, string | undefined]>([
  ['b', 'a', 'before', true, '0b 0a 1c 1d 2e'],
  ['b', 'a', 'into', true, '0a 1c 1d 2e 1b'],
  ['b', 'a', 'after', true, '0a 1b 1c 1d 2e'],
  ['e', 'a', 'after', false, '0a 1c 1d 0e 0b'],
  ['c', 'd', 'after', false, '0a 1d 2e 1c 0b'],
  ['c', 'b', 'after', false, '0a 1d 2e 0b 0c'],
  ['a', 'd', 'into', true, undefined],
  ['a', 'a', 'before', true, undefined],
])('%s dropped on %s, %s it (open: %s)', (id, target, side, isOpen, expected) => {
  expect(after(id, dropPlace(tree, id, { target: named(target), side, isOpen }))).toBe(expected);
});
