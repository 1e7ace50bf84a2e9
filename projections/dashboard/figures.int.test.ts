import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durationMetrics } from '#domain/dashboard/metrics.ts';
import { lastDays, spanOf } from '#domain/dashboard/period.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { Recorded } from '#eventstore/types.ts';
import { openReadModel, type ReadModel } from '../testing/read-model.ts';
import { appendStory, idOf } from '../testing/story.ts';
import { dashboard } from './projection.ts';
import {
  backlogAt,
  closings,
  counted,
  durations,
  durationsBy,
  marks,
  startsByHour,
} from './queries/figures.ts';
import type { Scope } from './queries/scope.ts';
import { oracleOf } from './testing/oracle.ts';
import { steps, storyOf } from './testing/random-story.ts';

/** Beginning around days on which clocks change, and an ordinary one. */
const begins = [
  ['2018-11-02T14:00:00Z', 'America/Sao_Paulo'],
  ['2018-02-16T14:00:00Z', 'America/Sao_Paulo'],
  ['2026-09-04T14:00:00Z', 'America/Santiago'],
  ['2026-10-23T14:00:00Z', 'Europe/Lisbon'],
  ['2026-11-01T14:00:00Z', 'America/Manaus'],
] as const;
const stories = fc.sample(steps, { seed: 20261123, numRuns: 30 }).map((each, index) => {
  const [begin, zone] = begins[index % begins.length] ?? begins[0];
  const company = idOf(`company ${index}`);
  return { index, company, begin, zone, events: storyOf(each, company, begin) };
});

let model: ReadModel;
beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  let position = 0;
  for (const { events } of stories) position = await appendStory(store, events);
  model.run(store, dashboard);
  expect(await model.positions.waitFor('dashboard', position, 60_000)).toBe(true);
});
afterAll(() => model.close());

const last = (events: readonly Recorded[]): string =>
  events
    .map(({ metadata }) => metadata.at)
    .toSorted()
    .at(-1) ?? '';

/** The whole story, each of its first days, and everything narrowed in every way. */
const scopesOf = ({ company, begin, zone, events }: (typeof stories)[number]): readonly Scope[] => {
  const id = (word: string) => idOf(company + word);
  const whole = { from: `${begin.slice(0, 10)}T00:00:00.000Z`, until: '2030-01-01T00:00:00.000Z' };
  const days = [1, 2, 3].map(n => {
    const day = new Date(Date.parse(begin) + n * 86_400_000);
    return spanOf(lastDays(1, day, zone), zone);
  });
  const week = spanOf(lastDays(7, new Date(last(events)), zone), zone);
  return [
    ...[whole, week, ...days],
    { ...whole, queueId: id('queue 1') },
    { ...whole, connectionId: id('connection 1') },
    { ...whole, userId: id('user 1') },
    { ...whole, tagId: id('vip') },
    { ...week, queueId: id('queue 0'), userId: id('user 0') },
  ];
};

describe.each(stories)('the figures of story $index', story => {
  const oracle = oracleOf(story.events);

  it.each(scopesOf(story))('are what the events say: %o', async scope => {
    const { figures, expected } = await model.tenants.read(story.company, async db => ({
      figures: {
        ...Object.fromEntries(
          await Promise.all(
            durationMetrics.map(async each => [each, await durations(db, each, scope)] as const),
          ),
        ),
        closings: await closings(db, scope),
        opened: (await counted(db, 'opened', scope)).count,
        reopened: (await counted(db, 'reopened', scope)).count,
        marks: await marks(db, scope),
        leads: (await counted(db, 'leads', scope)).count,
        backlog: await backlogAt(db, scope.until, scope),
        starts: (await startsByHour(db, scope, story.zone)).reduce((sum, { count }) => sum + count, 0),
      },
      expected: {
        ...Object.fromEntries(durationMetrics.map(each => [each, oracle.durations(each, scope)] as const)),
        closings: oracle.closings(scope),
        opened: oracle.opened(scope),
        reopened: oracle.reopened(scope),
        marks: oracle.marks(scope),
        leads: oracle.leads(scope),
        backlog: oracle.backlog(scope.until, scope),
        starts: oracle.opened(scope),
      },
    }));
    expect(figures).toEqual(expected);
  });
});

it('tables add up to their cards: of what has one queue, connection or person each', async () => {
  for (const story of stories) {
    const [scope] = scopesOf(story);
    if (!scope) continue;
    for (const metric of durationMetrics) {
      for (const dimension of ['queue', 'connection', 'user'] as const) {
        const [card, rows] = await model.tenants.read(story.company, async db => [
          await durations(db, metric, scope),
          await durationsBy(db, metric, dimension, scope),
        ]);
        const sum = rows.reduce((total, { count }) => total + count, 0);
        expect([story.index, metric, dimension, sum]).toEqual([story.index, metric, dimension, card.count]);
      }
    }
  }
});
