import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durationMetrics, standingMetrics } from '#domain/dashboard/metrics.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { openReadModel, type ReadModel } from '../testing/read-model.ts';
import { appendStory, idOf } from '../testing/story.ts';
import { dashboard } from './projection.ts';
import { countsAt, totalsOf } from './queries/at-instant.ts';
import { standingSeries } from './queries/backlog.ts';
import { closings, counted, durations, durationsBy, marks, startsByHour } from './queries/figures.ts';
import { oracleOf } from './testing/oracle.ts';
import { scopesOf, stories } from './testing/stories.ts';

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
        backlog: totalsOf(await countsAt(db, scope.until, scope)),
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

it('who stood at each moment of a series is who stood at that moment', async () => {
  for (const { company, begin, events } of stories) {
    const oracle = oracleOf(events);
    const at = (step: number) => new Date(Date.parse(begin) + step * 5_400_000 + 60_000).toISOString();
    // Moments at which something happens, too.
    const moments = [...Array.from({ length: 40 }, (_, step) => at(step)), ...events.map(momentOf)]
      .toSorted()
      .filter((moment, index, all) => moment !== all[index - 1]);
    const narrowed = [
      ...[{}, { queueId: idOf(`${company}queue 1`) }, { tagId: idOf(`${company}vip`) }],
      { userId: idOf(`${company}user 1`) },
    ];
    for (const scope of narrowed) {
      const span = { ...scope, from: begin, until: '2030-01-01T00:00:00.000Z' };
      const expected = moments.map(moment => oracle.backlog(moment, span));
      const series = await model.tenants.read(company, db =>
        Promise.all(standingMetrics.map(metric => standingSeries(db, metric, moments, scope))),
      );
      expect(series).toEqual([expected.map(({ pending }) => pending), expected.map(({ open }) => open)]);
    }
  }
});

const momentOf = ({ metadata }: (typeof stories)[number]['events'][number]): string =>
  new Date(metadata.at).toISOString();

it('business time is less than calendar time in most stories, and never more', () => {
  const sums = stories.slice(0, 12).map(({ events, begin }) => {
    const oracle = oracleOf(events);
    const span = { from: begin, until: '2030-01-01T00:00:00.000Z' };
    const sum = (clock: 'calendar' | 'business') => {
      const { count, average } = oracle.durations('resolution', { ...span, clock });
      return count * (average ?? 0);
    };
    return { calendar: sum('calendar'), business: sum('business') };
  });
  expect(sums.filter(({ calendar, business }) => business > calendar + 100)).toEqual([]);
  expect(sums.filter(({ calendar, business }) => business < calendar * 0.9).length).toBeGreaterThan(6);
});
