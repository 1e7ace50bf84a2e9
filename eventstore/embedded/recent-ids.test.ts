import { expect, it } from 'vitest';
import { createRecentIds } from './recent-ids.ts';

const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const known = (recent: ReturnType<typeof createRecentIds>, all: readonly string[]) =>
  all.filter(id => recent.find(1, id) !== undefined).length;

it('forgets whole appends, the oldest first', () => {
  const recent = createRecentIds(10);
  const [one, two, three] = [ids('a', 4), ids('b', 4), ids('c', 4)];
  for (const [index, append] of [one, two, three].entries()) {
    recent.add(1, index * 4, append);
    recent.settle();
  }
  expect([one, two, three].map(append => known(recent, append))).toEqual([0, 4, 4]);
  expect(recent.find(1, 'c2')).toBe(10);
  expect(recent.find(2, 'c2')).toBeUndefined();
});

it('holds the newest append whole, however large it is', () => {
  const recent = createRecentIds(10);
  const [before, large] = [ids('a', 3), ids('b', 50)];
  recent.add(1, 0, before);
  recent.settle();
  recent.add(1, 3, large);
  recent.settle();
  expect([known(recent, before), known(recent, large)]).toEqual([0, 50]);
});

it('keeps the first place of an id that is written again', () => {
  const recent = createRecentIds();
  recent.add(1, 0, ['a']);
  recent.add(1, 7, ['b', 'a']);
  recent.add(2, 0, ['a']);
  recent.settle();
  expect([recent.find(1, 'a'), recent.find(1, 'b'), recent.find(2, 'a')]).toEqual([0, 7, undefined]);
});

it('forgets nothing but what was not stored when that fails', () => {
  const recent = createRecentIds(3);
  recent.add(1, 0, ['a', 'b']);
  recent.settle();
  recent.add(1, 2, ['c', 'a']);
  recent.add(1, 4, ['d']);
  recent.undo();
  recent.undo();
  expect(['a', 'b', 'c', 'd'].map(id => recent.find(1, id))).toEqual([0, 1, undefined, undefined]);
});
