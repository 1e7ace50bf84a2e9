import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyEvent } from '#domain/catalogue.ts';
import {
  dimensions,
  durationMetrics,
  listedMetrics,
  metrics,
  standingMetrics,
} from '#domain/dashboard/metrics.ts';
import { laneOf, moveKinds, stageOf } from '#domain/replay/moves.ts';
import type { Category } from '#domain/shared/stream.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { Recorded } from '#eventstore/types.ts';
import { handledTypes } from '../kit/projection.ts';
import type { Queryable } from '../tenant.ts';
import { openReadModel, type ReadModel } from '../testing/read-model.ts';
import { appendStory, idOf, openStory } from '../testing/story.ts';
import { dashboard } from './projection.ts';
import { countsAt, ticketsAt } from './queries/at-instant.ts';
import { standingSeries } from './queries/backlog.ts';
import { closedUpTo, countClosed } from './queries/closed-at.ts';
import { differenceOf } from './queries/difference.ts';
import { type Figure, listFacts } from './queries/episodes.ts';
import {
  closings,
  counted,
  countedBy,
  durations,
  durationsBy,
  marks,
  startsByHour,
} from './queries/figures.ts';
import { lastedIn } from './queries/lasted.ts';
import { periodFacts } from './queries/period-facts.ts';
import { type NamedSlice, sliceOf } from './queries/period-moves.ts';
import type { Scope } from './queries/scope.ts';
import { oracleOf } from './testing/oracle.ts';
import { stories } from './testing/stories.ts';

type Story = (typeof stories)[number];
type Cut = { readonly index: number; readonly at: string };

const momentOf = ({ metadata }: Recorded): number => Date.parse(metadata.at);

/** Whether the events from here on are all later than those before, and none of them undoes a closing of before. */
const isCut = (events: readonly Recorded[], index: number): boolean => {
  const [head, tail] = [events.slice(0, index), events.slice(index)];
  const first = Math.min(...tail.map(momentOf));
  const undoes = tail.some(event => {
    if (event.type !== 'TicketReopened' || !event.data.undoesClosing) return false;
    const undone = events
      .slice(0, events.indexOf(event))
      .findLastIndex(each => each.type === 'TicketClosed' && each.data.ticketId === event.data.ticketId);
    return undone < index;
  });
  return !undoes && head.every(event => momentOf(event) <= first);
};

/** Where a story is cut, about after a third or a half of it; what comes later is no earlier than `at`. */
const cutOf = ({ index: place, events }: Story): Cut => {
  const share = place % 2 === 0 ? 0.35 : 0.5;
  const index = events.findIndex((_, each) => each > events.length * share && isCut(events, each));
  if (index < 0) throw new Error('no place to cut');
  const at = Math.min(...events.slice(index).map(momentOf));
  return { index, at: new Date(at).toISOString() };
};

/** What nobody is busy with: names, and what is gone. */
const lateOf = ({ company, events }: Story): readonly Recorded[] => {
  const id = (word: string) => idOf(company + word);
  const tell = openStory();
  const say = (category: Category, entity: string, event: AnyEvent) =>
    tell.tell(category, entity, event, company);
  const texts = { color: '#112233', greetingMessage: '', outOfHoursMessage: '' };
  const late = id('late');
  say('queue', late, { type: 'QueueCreated', data: { queueId: late, name: 'Late', ...texts } });
  say('queue', late, { type: 'QueueChanged', data: { queueId: late, name: 'Later', ...texts } });
  say('queue', late, { type: 'QueueRemoved', data: { queueId: late } });
  const tag = id('late tag');
  say('tag', tag, { type: 'TagCreated', data: { tagId: tag, name: 'Late', color: '#112233', userId: null } });
  say('tag', tag, { type: 'TagChanged', data: { tagId: tag, name: 'Later', color: '#112233' } });
  say('tag', tag, { type: 'TagRemoved', data: { tagId: tag } });
  const at = new Date(Math.max(...events.map(momentOf)) + 1).toISOString();
  return tell.events.map(event => ({ ...event, metadata: { ...event.metadata, at } }));
};

const scopesUntil = ({ company, begin }: Story, until: string): readonly Scope[] => {
  const id = (word: string) => idOf(company + word);
  const whole = { from: `${begin.slice(0, 10)}T00:00:00.000Z`, until };
  const noon = new Date((Date.parse(whole.from) + Date.parse(until)) / 2).toISOString();
  return [
    ...[whole, { from: whole.from, until: noon }, { from: noon, until }],
    ...['queue 0', 'queue 1'].map(word => ({ ...whole, queueId: id(word) })),
    ...['user 0', 'user 1', 'user 2'].map(word => ({ ...whole, userId: id(word) })),
    ...['vip', 'new'].map(word => ({ ...whole, tagId: id(word) })),
    { ...whole, connectionId: id('connection 1'), clock: 'business' as const },
    { ...whole, clock: 'business' as const, queueId: id('queue 1'), tagId: id('vip') },
  ];
};

const byKey = <Row extends { readonly key: string | null }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (one.key ?? '').localeCompare(other.key ?? ''));

/** A period's moves by what they name: the numbers of tickets and lanes are only those of one answer. */
const movesOf = ({ slice: { moves, start }, lanes, tickets, users }: NamedSlice) => {
  const placed = (place: number | undefined) => (place ? [lanes[laneOf(place)], stageOf(place)] : 'nowhere');
  const ticketOf = (index: number | undefined) => tickets[index ?? -1];
  let at = 0;
  const all = moves.after.map((after, index) => {
    at += after;
    const [ticket, lane, user] = [moves.ticket[index], moves.lane[index] ?? -1, moves.user[index] ?? -1];
    return [
      ...[at, moveKinds[moves.kind[index] ?? -1], ticketOf(ticket), lanes[lane], users[user]],
      ...[placed(moves.from[index]), placed(moves.to[index]), moves.measure[index], moves.value[index]],
    ];
  });
  const begun = start.ticket.map((ticket, index) => ['start', ticketOf(ticket), placed(start.place[index])]);
  return [...all, ...begun].map(each => JSON.stringify(each)).toSorted();
};

/** Everything that is read of a period. */
const readOf = async (db: Queryable, scope: Scope, zone: string) => {
  const last = new Date(Date.parse(scope.until) - 1).toISOString();
  const between = { from: scope.from, at: last };
  const facts = await periodFacts(db, scope, 100_000);
  const listed: unknown[] = [];
  for (const metric of listedMetrics) {
    const figure: Figure = { metric, scope, at: last, zone };
    const rows = await listFacts(db, figure, { most: 1_000 });
    // What an episode became later stands in its row, and is not what the figure counts.
    listed.push(rows?.map(({ id, queueId, userId, from }) => [metric, id, queueId, userId, from]));
  }
  const tables: unknown[] = [];
  for (const by of dimensions) {
    for (const metric of durationMetrics) tables.push(byKey(await durationsBy(db, metric, by, scope)));
    for (const metric of metrics)
      if (metric !== 'leads')
        tables.push(byKey(await countedBy(db, metric, by, scope)).map(({ key, count }) => [key, count]));
  }
  const counts: unknown[] = [];
  for (const metric of metrics) counts.push([metric, (await counted(db, metric, scope)).count]);
  for (const metric of durationMetrics)
    counts.push(
      await durations(db, metric, scope),
      await lastedIn(db, metric, scope, { after: undefined, most: 1_000 }),
    );
  const moments = [0.2, 0.5, 0.9, 1].map(share =>
    new Date(Date.parse(scope.from) + share * (Date.parse(last) - Date.parse(scope.from))).toISOString(),
  );
  for (const metric of standingMetrics) counts.push(await standingSeries(db, metric, moments, scope));
  const standing = await countsAt(db, last, scope);
  return {
    ...{ listed, tables, counts, closings: await closings(db, scope), marks: await marks(db, scope) },
    starts: await startsByHour(db, scope, zone),
    standing: standing.map(each => JSON.stringify(each)).toSorted(),
    ticketsAt: (await ticketsAt(db, last, { limit: 1_000 })).tickets,
    closedAt: [await closedUpTo(db, between, { limit: 1_000 }), (await countClosed(db, between)).length],
    changes: await differenceOf(db, { ...between, most: 1_000 }),
    played: facts && movesOf(sliceOf(facts, scope)),
  };
};

const oracleRead = (events: readonly Recorded[], scope: Scope) => {
  const oracle = oracleOf(events);
  return {
    durations: durationMetrics.map(metric => oracle.durations(metric, scope)),
    ...{ closings: oracle.closings(scope), opened: oracle.opened(scope), marks: oracle.marks(scope) },
    ...{ reopened: oracle.reopened(scope), leads: oracle.leads(scope) },
  };
};

let model: ReadModel;
const store = openMemoryStore();
const until = async (position: number) =>
  expect(await model.positions.waitFor('dashboard', position, 60_000)).toBe(true);
beforeAll(async () => {
  model = await openReadModel();
  model.run(store, dashboard);
});
afterAll(() => model.close());

const added = new Set<string>();

it('what is added to a log after an instant changes no figure of a period before it', async () => {
  for (const story of stories.slice(0, 16)) {
    const { company, events, zone } = story;
    const { index, at } = cutOf(story);
    const read = (scope: Scope) => model.tenants.read(company, db => readOf(db, scope, zone));
    await until(await appendStory(store, events.slice(0, index)));
    const known: { readonly scope: Scope; readonly was: Awaited<ReturnType<typeof read>> }[] = [];
    for (const scope of scopesUntil(story, at)) {
      known.push({ scope, was: await read(scope) });
      expect(oracleRead(events.slice(0, index), scope)).toEqual(oracleRead(events, scope));
    }
    const late = [...events.slice(index), ...lateOf(story)];
    for (const { type } of late) added.add(type);
    await until(await appendStory(store, late));
    for (const { scope, was } of known) expect([scope, await read(scope)]).toEqual([scope, was]);
  }
}, 120_000);

it('with events of every type that figures are made of', () => {
  expect([...handledTypes(dashboard)].filter(type => !added.has(type))).toEqual([]);
});
