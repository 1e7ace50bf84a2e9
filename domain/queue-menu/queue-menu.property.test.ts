import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRejection } from '../shared/decision.ts';
import { idOf } from '../testing/ids.ts';
import {
  addQueueOption,
  changeQueueOption,
  type QueueMenu,
  queueMenuEntity,
  removeQueueOption,
} from './queue-menu.ts';
import { deepestOption, depthOf, mostSiblings, optionsBelow, placeOf } from './tree.ts';

const queueId = idOf(900);

/** Which option is meant: of as many as there are, or one that is not there. */
const which = fc.nat(40);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), at: which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      one: which,
      at: which,
      place: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), one: which }) },
);

const expectForest = ({ options }: QueueMenu): void => {
  const ids = options.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const option of options) {
    const parents = new Set<string>();
    for (let parent = option.parentId; parent !== null; ) {
      expect(parents.has(parent)).toBe(false);
      parents.add(parent);
      const above = options.find(({ id }) => id === parent);
      expect(above).toBeDefined();
      parent = above?.parentId ?? null;
    }
    expect(depthOf(options, option.id)).toBeLessThanOrEqual(deepestOption);
    const siblings = optionsBelow(options, option.parentId);
    expect(siblings.length).toBeLessThanOrEqual(mostSiblings);
    expect(siblings.map(each => placeOf(options, each))).toEqual(siblings.map((_, index) => index + 1));
  }
};

it('whatever is added, moved and removed, options stay a forest within its limits, numbered from 1', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), steps => {
      let menu = queueMenuEntity.initial;
      for (const [index, { kind, ...given }] of steps.entries()) {
        const named = (n: number) => menu.options[n]?.id ?? (n % 3 === 0 ? null : idOf(800));
        const optionId = 'one' in given ? (named(given.one) ?? idOf(801)) : idOf(index + 1);
        const parentId = 'at' in given ? named(given.at) : null;
        const texts = { title: `Opção ${index}`, message: '' };
        const decision =
          kind === 'add'
            ? addQueueOption({ queueId, optionId, parentId, ...texts }, menu)
            : kind === 'move'
              ? changeQueueOption(
                  { queueId, optionId, parentId, place: 'place' in given ? given.place : 1 },
                  menu,
                )
              : removeQueueOption({ queueId, optionId }, menu);
        if (isRejection(decision)) continue;
        const before = menu.options.length;
        menu = decision.reduce(queueMenuEntity.evolve, menu);
        expectForest(menu);
        if (kind !== 'remove') expect(menu.options.length).toBe(before + (kind === 'add' ? 1 : 0));
      }
    }),
  );
});
