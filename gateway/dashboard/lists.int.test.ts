import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durationMetrics, type Metric, metrics } from '#domain/dashboard/metrics.ts';
import { lastDays, spanOf } from '#domain/dashboard/period.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { dashboard } from '#projections/dashboard/projection.ts';
import { countsAt, totalsOf } from '#projections/dashboard/queries/at-instant.ts';
import { countFacts, type Figure } from '#projections/dashboard/queries/episodes.ts';
import {
  closings,
  counted,
  countedBy,
  durations,
  durationsBy,
  marks,
  startsByHour,
} from '#projections/dashboard/queries/figures.ts';
import { lunchCompany, lunchStory } from '#projections/dashboard/testing/lunch-story.ts';
import { stories } from '#projections/dashboard/testing/stories.ts';
import type { Queryable } from '#projections/tenant.ts';
import { openReadModel, type ReadModel } from '#projections/testing/read-model.ts';
import { appendStory, idOf } from '#projections/testing/story.ts';
import { pageOf } from './episodes.ts';
import { episodesCsv } from './export-episodes.ts';
import { attendantsOf, readOverview } from './overview.ts';

const told = stories.slice(0, 10);
const maybe = (words: readonly string[]) => fc.option(fc.constantFrom(...words), { nil: undefined });
const filters = fc.sample(
  fc.record({
    story: fc.nat(told.length - 1),
    days: fc.integer({ min: 1, max: 12 }),
    metric: fc.constantFrom(...metrics),
    queue: maybe(['queue 0', 'queue 1']),
    connection: maybe(['connection 0', 'connection 1']),
    tag: maybe(['vip', 'new']),
    user: maybe(['user 0', 'user 1', 'user 2']),
    by: fc.constantFrom(...(['queue', 'connection', 'user', 'tag'] as const)),
  }),
  { seed: 15, numRuns: 50 },
);

let model: ReadModel;
beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  let position = 0;
  for (const { events } of told) position = await appendStory(store, events);
  position = await appendStory(store, lunchStory());
  model.run(store, dashboard);
  expect(await model.positions.waitFor('dashboard', position, 60_000)).toBe(true);
});
afterAll(() => model.close());

const figureOf = ({ story: index, days, metric, ...names }: (typeof filters)[number]) => {
  const story = told[index] ?? stories[0];
  if (!story) throw new Error('no story');
  const { company, zone, events } = story;
  const id = (word: string | undefined) => (word === undefined ? undefined : idOf(company + word));
  const ends = new Date(Math.max(...events.map(({ metadata }) => Date.parse(metadata.at))));
  const span = spanOf(lastDays(days, ends, zone), zone);
  const scope = {
    ...span,
    ...{ queueId: id(names.queue), connectionId: id(names.connection) },
    ...{ tagId: id(names.tag), userId: id(names.user) },
  };
  const figure: Figure = { metric, scope, zone, at: span.until };
  return { company, figure };
};

const isDuration = (metric: Metric) => (durationMetrics as readonly string[]).includes(metric);
/** What a card says. */
const cardOf = async (db: Queryable, { scope }: Figure, metric: Metric): Promise<number> => {
  const duration = durationMetrics.find(each => each === metric);
  if (duration) return (await durations(db, duration, scope)).count;
  if (metric === 'rated') return (await marks(db, scope)).reduce((sum, each) => sum + each, 0);
  if (metric !== 'closed') return (await counted(db, metric, scope)).count;
  const { human, bot, timeout } = await closings(db, scope);
  return human + bot + timeout;
};

/** Page by page, as a screen goes through it. */
const walked = async (company: string, figure: Figure): Promise<string[]> => {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await model.tenants.read(company, db => pageOf(db, figure, { most: 7, after }));
    ids.push(...page.rows.map(({ id }) => id));
    after = page.nextCursor ?? undefined;
  } while (after);
  return ids;
};

const linesOf = async (company: string, figure: Figure): Promise<readonly string[]> => {
  let text = '';
  for await (const part of episodesCsv({ tenants: model.tenants, companyId: company, figure }, 'en'))
    text += part;
  return text.trim().split('\r\n').slice(1);
};

describe('card, table, list and file of one figure', () => {
  it.each(filters)('count the same: %o', async filter => {
    const { company, figure } = figureOf(filter);
    const { metric, by } = filter;
    const card = await model.tenants.read(company, db => cardOf(db, figure, metric));
    const ids = await walked(company, figure);
    const count = await model.tenants.read(company, db => countFacts(db, figure));
    const lines = (await linesOf(company, figure)).length;
    expect({ list: new Set(ids).size, count, lines }).toEqual({ list: card, count: card, lines: card });
    if (metric === 'leads') return;
    const rows = await model.tenants.read(company, db =>
      isDuration(metric)
        ? durationsBy(db, metric as (typeof durationMetrics)[number], by, figure.scope)
        : countedBy(db, metric, by, figure.scope),
    );
    for (const { key, count: shown } of rows) {
      const part = { ...figure, of: { by, key } };
      expect(await model.tenants.read(company, db => countFacts(db, part))).toBe(shown);
    }
    if (by !== 'tag') expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(card);
  });

  it('each cell of the hours, each kind of closing and each mark opens as many as it shows', async () => {
    for (const filter of filters.slice(0, 15)) {
      const { company, figure } = figureOf(filter);
      await model.tenants.read(company, async db => {
        const count = (part: Partial<Figure>) => countFacts(db, { ...figure, ...part });
        for (const { weekday, hour, count: shown } of await startsByHour(db, figure.scope, figure.zone))
          expect(await count({ metric: 'opened', weekday, hour })).toBe(shown);
        const { human, bot, timeout } = await closings(db, figure.scope);
        for (const [closing, shown] of Object.entries({ human, bot, timeout }))
          expect(await count({ metric: 'closed', closing: closing as 'human' })).toBe(shown);
        for (const [index, shown] of (await marks(db, figure.scope)).entries())
          expect(await count({ metric: 'rated', rating: index + 1 })).toBe(shown);
      });
    }
  });

  it('who waits and who is attended to at an instant are those that are counted', async () => {
    for (const filter of filters) {
      const { company, figure } = figureOf(filter);
      const counts = await model.tenants.read(company, db => countsAt(db, figure.at, figure.scope));
      const { pending, open } = totalsOf(counts);
      expect(await walked(company, { ...figure, metric: 'pending' })).toHaveLength(pending);
      expect(await walked(company, { ...figure, metric: 'attending' })).toHaveLength(open);
      await model.tenants.read(company, async db => {
        for (const by of ['queue', 'user'] as const)
          for (const [key, own] of Map.groupBy(counts, each => each[`${by}Id`])) {
            const part = { ...figure, of: { by, key } };
            const shown = totalsOf(own);
            expect(await countFacts(db, { ...part, metric: 'pending' })).toBe(shown.pending);
            expect(await countFacts(db, { ...part, metric: 'attending' })).toBe(shown.open);
          }
      });
    }
  });
});

it('cards, attendants and the report have one average, to the millisecond', async () => {
  for (const filter of filters.slice(0, 20)) {
    const { company: companyId, figure } = figureOf(filter);
    const { scope, zone } = figure;
    const now = new Date(scope.until);
    const { counters } = await readOverview(model.tenants, { companyId, scope, zone, now });
    const { report, byUser } = await model.tenants.read(companyId, async db => ({
      report: [await durations(db, 'handling', scope), await durations(db, 'waiting', scope)],
      byUser: await durationsBy(db, 'handling', 'user', scope),
    }));
    expect([counters.avgSupportTimeMs, counters.avgWaitTimeMs]).toEqual(report.map(each => each.average));
    const users = byUser.flatMap(({ key, average }) => (key === null ? [] : [{ id: key, average }]));
    const handled = await model.tenants.read(companyId, db => countedBy(db, 'handling', 'user', scope));
    const rows = attendantsOf(
      users.map(({ id }) => ({ id, name: id, removed: false })),
      { handled, closed: [], rated: [] },
    );
    expect(rows.map(({ id, avgSupportTimeMs: average }) => ({ id, average }))).toEqual(users);
  }
});

it('11:50 to 13:40 with lunch from 12 to 13 is 50 minutes of business, as a figure, in the list and in the file', async () => {
  const zone = 'America/Sao_Paulo';
  const scope = spanOf({ from: '2026-11-18', to: '2026-11-18' }, zone);
  const figure: Figure = { metric: 'waiting', scope, zone, at: scope.until };
  const { calendar, business, page } = await model.tenants.read(lunchCompany, async db => ({
    calendar: await durations(db, 'waiting', scope),
    business: await durations(db, 'waiting', { ...scope, clock: 'business' }),
    page: await pageOf(db, figure, { most: 10 }),
  }));
  expect([calendar.median, business.median]).toEqual([110 * 60_000, 50 * 60_000]);
  expect(page.rows).toMatchObject([{ ms: 110 * 60_000, businessMs: 50 * 60_000 }]);
  const [line] = await linesOf(lunchCompany, figure);
  expect(line).toContain(';18/11/2026 11:50:00;18/11/2026 13:40:00;6600;3000;');
});
