import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { changesOf } from './changes.ts';
import { stories } from './testing/all-stories.ts';

it('walks every event that has an entry', () => {
  const walked = new Set<string>(stories.flatMap(({ steps }) => steps.map(([{ type }]) => type)));
  const { installation: _, ...ofCompanies } = catalogue;
  expect([...walked].toSorted()).toEqual(Object.values(ofCompanies).flatMap(Object.keys).toSorted());
});

const steps = stories.flatMap(({ category, steps }) =>
  steps.map(([{ type }, shown], index) => ({
    ...{ type, shown, category },
    upTo: steps.slice(0, index + 1).map(([event]) => event),
  })),
);

it.each(steps)('shows what $type changed: what stood before it, and stands since', step => {
  const { category, upTo, shown } = step;
  const changes = changesOf(category, upTo);
  expect(Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]))).toEqual(
    shown,
  );
});

it('says nothing of what was there before where something is only added', () => {
  const noted = stories.flatMap(({ category, steps }) =>
    steps.flatMap(([{ type }], index) =>
      type === 'TicketNoted'
        ? changesOf(
            category,
            steps.slice(0, index + 1).map(([event]) => event),
          )
        : [],
    ),
  );
  expect(noted).toHaveLength(2);
  expect(noted.filter(change => 'before' in change)).toEqual([]);
});
