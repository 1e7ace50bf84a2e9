import type { Span as Period } from '#domain/dashboard/period.ts';
import {
  type Measure,
  type MoveColumns,
  type MoveKind,
  measures,
  moveKinds,
  nowhere,
  placeOf,
  type Slice,
  type Stage,
} from '#domain/replay/moves.ts';
import type { PeriodFacts, PointFact } from './period-facts.ts';
import { type Draft, draftsOfTicket, type TicketFacts } from './ticket-moves.ts';

/** A slice with what its numbers stand for. */
export type NamedSlice = {
  readonly slice: Slice;
  /** Queues; null is none. */
  readonly lanes: readonly (string | null)[];
  readonly tickets: readonly { readonly id: string; readonly contactId: string }[];
  readonly users: readonly string[];
};

/** What a period was, one move after the other. */
export const sliceOf = (facts: PeriodFacts, period: Period): NamedSlice => {
  const [lanes, tickets, users] = [indexed<string | null>(), indexed<string>(), indexed<string>()];
  const contacts: string[] = [];
  const [from, until] = [Date.parse(period.from), Date.parse(period.until)];
  const drafts: Draft[] = [];
  const start: { ticket: number[]; place: number[] } = { ticket: [], place: [] };
  for (const [ticketId, ofTicket] of byTicket(facts)) {
    contacts[tickets.of(ticketId)] = ofTicket.contactId;
    const told = draftsOfTicket(ticketId, ofTicket, { from, until });
    drafts.push(...told.drafts);
    for (const { queueId, stage } of told.start) {
      start.ticket.push(tickets.of(ticketId));
      start.place.push(placeOf(lanes.of(queueId), stage));
    }
  }
  for (const each of pointsOf(facts)) {
    contacts[tickets.of(each.ticketId)] ??= each.contactId;
    drafts.push(each);
  }
  drafts.sort((one, other) => one.at - other.at);
  const moves = columnsOf(drafts, {
    ...{ from, ticket: tickets.of, user: users.of },
    lane: lanes.of,
  });
  return {
    slice: { ...period, lanes: lanes.all.length, tickets: tickets.all.length, start, moves },
    lanes: lanes.all,
    tickets: tickets.all.map((id, index) => ({ id, contactId: contacts[index] ?? '' })),
    users: users.all,
  };
};

type Numbers = {
  readonly from: number;
  readonly ticket: (id: string) => number;
  readonly user: (id: string) => number;
  readonly lane: (queueId: string | null) => number;
};

const columnsOf = (drafts: readonly Draft[], { from, ticket, user, lane }: Numbers): MoveColumns => {
  const placed = (place: { readonly queueId: string | null; readonly stage: Stage } | null): number =>
    place ? placeOf(lane(place.queueId), place.stage) : nowhere;
  return {
    after: drafts.map(({ at }, index) => at - (drafts[index - 1]?.at ?? from)),
    kind: drafts.map(({ kind }) => kindAt[kind]),
    ticket: drafts.map(({ ticketId }) => ticket(ticketId)),
    lane: drafts.map(({ kind, queueId }) => (kind === 'lead' ? -1 : lane(queueId))),
    from: drafts.map(draft => placed(draft.from)),
    to: drafts.map(draft => placed(draft.to)),
    user: drafts.map(({ userId }) => (userId === null ? -1 : user(userId))),
    measure: drafts.map(({ measure }) => measureAt[measure]),
    value: drafts.map(({ value }) => value),
  };
};

const numbered = <Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> =>
  Object.fromEntries(names.map((name, index) => [name, index])) as Record<Name, number>;
const kindAt = numbered<MoveKind>(moveKinds);
const measureAt = numbered<Measure>(measures);

const byTicket = ({ stays, handlings, episodes }: PeriodFacts): ReadonlyMap<string, TicketFacts> => {
  const tickets = new Map<string, TicketFacts>();
  const of = ({ ticketId, contactId }: { readonly ticketId: string; readonly contactId: string }) => {
    const known = tickets.get(ticketId) ?? { contactId, spans: [], episodes: [] };
    tickets.set(ticketId, known);
    return known;
  };
  for (const stay of stays) of(stay).spans.push({ ...stay, stage: 'waiting' });
  for (const handling of handlings) of(handling).spans.push({ ...handling, stage: 'attending' });
  for (const episode of episodes) of(episode).episodes.push(episode);
  return tickets;
};

const pointsOf = ({ answers, marks, leads }: PeriodFacts): readonly (Draft & PointFact)[] => {
  const none = { from: null, to: null };
  return [
    ...leads.map(each => ({ ...each, ...none, kind: 'lead' as const, measure: 'none' as const, value: 0 })),
    ...answers.map(each => ({ ...each, ...none, kind: 'answered' as const, measure: 'answered' as const })),
    ...marks.map(each => ({ ...each, ...none, kind: 'rated' as const, measure: 'mark' as const })),
  ];
};

/** Gives each different value the next number. */
const indexed = <Value>() => {
  const all: Value[] = [];
  const known = new Map<Value, number>();
  return {
    all: all as readonly Value[],
    of: (value: Value): number => {
      const index = known.get(value);
      if (index !== undefined) return index;
      known.set(value, all.length);
      all.push(value);
      return all.length - 1;
    },
  };
};
