import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { openReadModel, type ReadModel } from '../testing/read-model.ts';
import { appendStory, idOf } from '../testing/story.ts';
import { dashboard } from './projection.ts';
import { type AtFilter, countsAt, type TicketAt, ticketsAt } from './queries/at-instant.ts';
import { closedUpTo, countClosed } from './queries/closed-at.ts';
import { type Attended, attendancesIn } from './testing/oracle-attendances.ts';
import { steps, storyOf } from './testing/random-story.ts';

const stories = fc.sample(steps, { seed: 20261112, numRuns: 12 }).map((each, index) => {
  const company = idOf(`company ${index}`);
  return { index, company, events: storyOf(each, company, '2026-03-02T14:00:00Z') };
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

type Line = Pick<TicketAt, 'ticketId' | 'contactId' | 'queueId' | 'userId' | 'status' | 'since'>;

/** Goes through what each ticket went through, one after the other. */
const linesAt = (attended: readonly Attended[], at: string): readonly Line[] =>
  attended.flatMap(({ ticket: ticketId, contact: contactId, stays, handlings }) => {
    const goingOn = (span: { readonly from: string; readonly until: string | null }) =>
      span.from <= at && (span.until === null || span.until > at);
    return [
      ...stays.filter(goingOn).map(span => ({
        ...{ ticketId, contactId, queueId: span.queue, userId: null, since: span.from },
        status: span.menu ? ('menu' as const) : ('pending' as const),
      })),
      ...handlings.filter(goingOn).map(span => ({
        ...{ ticketId, contactId, queueId: span.queue, userId: span.user, since: span.from },
        status: 'open' as const,
      })),
    ];
  });

const sorted = (lines: readonly Line[]) =>
  lines
    .map(({ ticketId, contactId, queueId, userId, status, since }) =>
      [since, ticketId, status, contactId, queueId, userId].join(' '),
    )
    .toSorted();

/** Page by page, as a screen reads it. */
const all = async (company: string, at: string, filter: AtFilter = {}): Promise<readonly TicketAt[]> => {
  const tickets: TicketAt[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await model.tenants.read(company, db => ticketsAt(db, at, { ...filter, limit: 1, after }));
    tickets.push(...page.tickets);
    after = page.next ?? undefined;
    more = page.next !== null;
  }
  return tickets;
};

describe.each(stories)('the tickets of story $index', ({ company, events }) => {
  const attended = attendancesIn(events);
  const times = events.map(({ metadata }) => new Date(metadata.at).toISOString());
  /** At what happened, between, before all of it and long after. */
  const instants = [
    ...times.filter((_, index) => index % 6 === 0),
    ...times.filter((_, index) => index % 9 === 0).map(at => new Date(Date.parse(at) + 1).toISOString()),
    ...['2026-03-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z'],
  ];

  it('are at any instant those that were going on then, as they stood, the longest first', async () => {
    for (const at of instants) {
      const found = await all(company, at);
      expect([at, ...sorted(found)]).toEqual([at, ...sorted(linesAt(attended, at))]);
      expect(found.map(({ since }) => since)).toEqual(found.map(({ since }) => since).toSorted());
    }
  });

  it('are narrowed to who waited, a queue and who had them', async () => {
    const [queueId, userId] = [idOf(`${company}queue 1`), idOf(`${company}user 1`)];
    for (const at of instants.slice(0, 20)) {
      const lines = linesAt(attended, at);
      const cases: readonly (readonly [AtFilter, (line: Line) => boolean])[] = [
        [{ only: 'waiting' }, ({ status }) => status !== 'open'],
        [{ only: 'open' }, ({ status }) => status === 'open'],
        [{ queueId }, line => line.queueId === queueId],
        [{ userId }, line => line.userId === userId],
        [{ userId, only: 'waiting' }, () => false],
      ];
      for (const [filter, fits] of cases)
        expect(sorted(await all(company, at, filter))).toEqual(sorted(lines.filter(fits)));
    }
  });

  it('are counted as they are listed', async () => {
    for (const at of instants) {
      const counts = await model.tenants.read(company, db => countsAt(db, at));
      const keyOf = ({ status, queueId, userId }: Pick<Line, 'status' | 'queueId' | 'userId'>) =>
        [status, queueId, userId].join(' ');
      const expected = Map.groupBy(linesAt(attended, at), keyOf);
      expect(Object.fromEntries(counts.map(each => [keyOf(each), each.count]))).toEqual(
        Object.fromEntries([...expected].map(([key, lines]) => [key, lines.length])),
      );
    }
  });
});

it('closed tickets are those that were closed between two instants, as often as they were, the newest first', async () => {
  for (const { company, events } of stories) {
    const closed = attendancesIn(events).filter(({ closing }) => closing !== null && closing !== 'deleted');
    const times = events.map(({ metadata }) => new Date(metadata.at).toISOString()).toSorted();
    for (const [from = '', at = ''] of [
      [times[0], times.at(-1)],
      [times[Math.floor(times.length / 4)], times[Math.floor(times.length / 2)]],
      [times[5], times[5]],
    ]) {
      const within = closed.filter(({ until }) => until !== null && until >= from && until <= at);
      const page = await model.tenants.read(company, db => closedUpTo(db, { from, at }, { limit: 500 }));
      const lineOf = (ticket: string, closer: string | null, when: string | null) =>
        [when, ticket, closer].join(' ');
      const found = page.tickets.map(({ ticketId, userId, since }) => lineOf(ticketId, userId, since));
      expect(found.toSorted()).toEqual(
        within.map(({ ticket, closer, until }) => lineOf(ticket, closer, until)).toSorted(),
      );
      const sinces = page.tickets.map(({ since }) => since);
      expect(sinces).toEqual(sinces.toSorted().toReversed());
      const counts = await model.tenants.read(company, db => countClosed(db, { from, at }));
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(within.length);
    }
  }
});

it('is asked of instants at which several are going on', () => {
  const counts = stories.map(({ events }) => {
    const attended = attendancesIn(events);
    return Math.max(...events.map(({ metadata }) => linesAt(attended, metadata.at).length));
  });
  expect(counts.filter(count => count > 2).length).toBeGreaterThan(stories.length / 2);
});

it('shows nobody the tickets of another company', async () => {
  const [one, other] = stories;
  const at = one?.events.at(-1)?.metadata.at ?? '';
  const own = new Set(attendancesIn(other?.events ?? []).map(({ ticket }) => ticket));
  const found = await all(other?.company ?? '', new Date(at).toISOString());
  expect(found.every(({ ticketId }) => own.has(ticketId))).toBe(true);
});
