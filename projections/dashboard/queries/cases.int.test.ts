import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { openReadModel, type ReadModel } from '../../testing/read-model.ts';
import { appendStory, idOf } from '../../testing/story.ts';
import { dashboard } from '../projection.ts';
import { type Attended, attendancesIn } from '../testing/oracle-attendances.ts';
import { stories } from '../testing/stories.ts';
import { type Case, type CasePlace, listCaseContacts, listCases, type Slice } from './cases.ts';

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

type Span = Attended['stays'][number];

/** Every episode that went on in the period with whom it is narrowed to, one after the other. */
const expected = (attended: readonly Attended[], slice: Slice) => {
  const wentOn = ({ from, until }: Pick<Span, 'from' | 'until'>) =>
    from < slice.until && (until === null || until >= slice.from);
  const had = (spans: readonly Span[], fits: (span: Span) => boolean) =>
    spans.some(span => wentOn(span) && fits(span));
  const inQueue = ({ queue }: Span) => queue === slice.queueId;
  const within = attended.filter(
    each =>
      wentOn(each) &&
      (!slice.connectionId || each.connection === slice.connectionId) &&
      (!slice.queueId || had([...each.stays, ...each.handlings], inQueue)) &&
      (!slice.userId || had(each.handlings, ({ user }) => user === slice.userId)),
  );
  return {
    tickets: new Map(
      within.toSorted((one, other) => (one.from < other.from ? 1 : -1)).map(each => [each.ticket, each.from]),
    ),
    contacts: [...new Set(within.map(({ contact }) => contact))].toSorted(),
  };
};

const walked = async (company: string, slice: Slice, most: number): Promise<readonly Case[]> => {
  const all: Case[] = [];
  for (let place: CasePlace | undefined, isMore = true; isMore; ) {
    const page = await model.tenants.read(company, db => listCases(db, slice, place, most));
    all.push(...page);
    place = page.at(-1);
    isMore = page.length === most;
  }
  return all;
};

describe.each(stories)('the tickets of story $index that an export takes', ({ company, events }) => {
  const attended = attendancesIn(events);
  const times = events.map(({ metadata }) => new Date(metadata.at).toISOString()).toSorted();
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? '';
  const periods = [
    ...[
      [at(0), at(1)],
      [at(0.3), at(0.6)],
      [at(0.5), at(0.5)],
      [at(0.9), '2030-01-01T00:00:00.000Z'],
    ],
  ].map(([from = '', until = '']) => ({ from, until }));
  const narrowed = [
    ...[{}, { queueId: idOf(`${company}queue 1`) }, { connectionId: idOf(`${company}connection 1`) }],
    ...[{ userId: idOf(`${company}user 1`) }],
  ];

  it('are those that went on in a period, each once, in the order in which they began', async () => {
    for (const period of periods)
      for (const only of narrowed) {
        const slice = { ...period, ...only };
        const { tickets, contacts } = expected(attended, slice);
        for (const most of [1, 3, 500]) {
          const found = await walked(company, slice, most);
          expect([slice, Object.fromEntries(found.map(each => [each.ticketId, each.openedAt]))]).toEqual([
            slice,
            Object.fromEntries(tickets),
          ]);
          expect(found).toHaveLength(tickets.size);
          expect(found.map(({ openedAt }) => openedAt)).toEqual([...tickets.values()].toSorted());
        }
        const people = await model.tenants.read(company, db => listCaseContacts(db, slice, undefined, 500));
        expect(people).toEqual(contacts);
      }
  });
});
