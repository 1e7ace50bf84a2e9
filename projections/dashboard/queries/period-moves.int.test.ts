import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastDays, spanOf } from '#domain/dashboard/period.ts';
import { averagesOf } from '#domain/replay/board.ts';
import { moveKinds } from '#domain/replay/moves.ts';
import { openPlayer } from '#domain/replay/player.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { openReadModel, type ReadModel } from '../../testing/read-model.ts';
import { appendStory, idOf } from '../../testing/story.ts';
import { dashboard } from '../projection.ts';
import { oracleOf } from '../testing/oracle.ts';
import { steps, storyOf } from '../testing/random-story.ts';
import { periodFacts } from './period-facts.ts';
import { sliceOf } from './period-moves.ts';

const begins = [
  ['2018-11-02T14:00:00Z', 'America/Sao_Paulo'],
  ['2018-02-16T14:00:00Z', 'America/Sao_Paulo'],
  ['2026-10-23T14:00:00Z', 'Europe/Lisbon'],
  ['2026-11-01T14:00:00Z', 'America/Manaus'],
] as const;
const stories = fc.sample(steps, { seed: 20261124, numRuns: 24 }).map((each, index) => {
  const [begin, zone] = begins[index % begins.length] ?? begins[0];
  const company = idOf(`played ${index}`);
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

const periodsOf = ({ begin, zone }: (typeof stories)[number]) => [
  { from: `${begin.slice(0, 10)}T00:00:00.000Z`, until: '2030-01-01T00:00:00.000Z' },
  ...[1, 2, 3].map(n => spanOf(lastDays(1, new Date(Date.parse(begin) + n * 86_400_000), zone), zone)),
  spanOf(lastDays(3, new Date(Date.parse(begin) + 4 * 86_400_000), zone), zone),
];
const read = (company: string, period: { from: string; until: string }) =>
  model.tenants.read(company, async db => {
    const facts = await periodFacts(db, period, 100_000);
    if (!facts) throw new Error('more than there can be');
    return sliceOf(facts, period);
  });

describe.each(stories)('story $index, played', story => {
  it('ends each period with the figures that its events make', async () => {
    const oracle = oracleOf(story.events);
    for (const period of periodsOf(story)) {
      const { slice } = await read(story.company, period);
      const player = openPlayer(slice);
      const { counters } = player.seek(player.length);
      const { handled, waited } = averagesOf(counters);
      const { human, bot, timeout } = oracle.closings(period);
      const [one = 0, two = 0, three = 0] = oracle.marks(period);
      const [handling, waiting] = [oracle.durations('handling', period), oracle.durations('waiting', period)];
      const round = (ms: number | null) => (ms === null ? null : Math.round(ms));
      expect({
        ...{ opened: counters.opened, closed: counters.closed, leads: counters.leads },
        ...{ handled: counters.handled, handledAverage: round(handled) },
        ...{ waited: counters.waited, waitedAverage: round(waited) },
        ...{ marks: counters.marks, marksSum: counters.marksSum, answered: counters.answered },
      }).toEqual({
        ...{ opened: oracle.opened(period), closed: human + bot + timeout, leads: oracle.leads(period) },
        ...{ handled: handling.count, handledAverage: handling.average },
        ...{ waited: waiting.count, waitedAverage: waiting.average },
        ...{ marks: one + two + three, marksSum: one + 2 * two + 3 * three },
        answered: oracle.durations('customerWaiting', period).count,
      });
    }
  });

  it('shows at any moment how many waited and were attended to', async () => {
    const oracle = oracleOf(story.events);
    for (const period of periodsOf(story)) {
      const { slice } = await read(story.company, period);
      const player = openPlayer(slice);
      const looks = Array.from({ length: player.length }, (_, move) => player.timeOf(move));
      for (const time of looks.filter((_, index) => index % 7 === 0).toReversed()) {
        const at = new Date(Date.parse(period.from) + time).toISOString();
        const { waiting, attending } = player.seek(player.movesUpTo(time)).counters;
        expect([at, waiting, attending]).toEqual([at, ...Object.values(oracle.backlog(at, period))]);
      }
    }
  });

  it('has every ticket somewhere, and no move that is not known', async () => {
    for (const period of periodsOf(story)) {
      const { slice, tickets, lanes, users } = await read(story.company, period);
      const { moves } = slice;
      const columns = Object.values(moves);
      expect(new Set(columns.map(column => column.length)).size).toBe(1);
      expect(moves.after.every(after => after >= 0)).toBe(true);
      expect(moves.ticket.every(ticket => ticket >= 0 && ticket < tickets.length)).toBe(true);
      expect(moves.lane.every(lane => lane >= -1 && lane < lanes.length)).toBe(true);
      expect(moves.user.every(user => user >= -1 && user < users.length)).toBe(true);
      expect(tickets.every(({ id, contactId }) => id !== '' && contactId !== '')).toBe(true);
    }
  });
});

it('says of each move what it was', async () => {
  const kinds = new Set<string>();
  for (const story of stories)
    for (const period of periodsOf(story))
      for (const kind of (await read(story.company, period)).slice.moves.kind)
        kinds.add(moveKinds[kind] ?? 'unknown');
  // Nobody but people closes in these stories, and no clock takes a ticket out of nowhere.
  const others = ['closedBot', 'moved'];
  expect([...kinds].toSorted()).toEqual(moveKinds.filter(kind => !others.includes(kind)).toSorted());
});
