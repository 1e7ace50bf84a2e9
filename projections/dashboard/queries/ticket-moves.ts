import type { Measure, MoveKind, Stage } from '#domain/replay/moves.ts';
import type { EpisodeFact, SpanFact } from './period-facts.ts';

type StagedSpan = SpanFact & { readonly stage: Stage };
export type TicketFacts = {
  readonly contactId: string;
  readonly spans: StagedSpan[];
  readonly episodes: EpisodeFact[];
};

type Place = { readonly queueId: string | null; readonly stage: Stage };

/** A move before its ids are numbers. */
export type Draft = {
  readonly at: number;
  readonly kind: MoveKind;
  readonly ticketId: string;
  /** Where it happened. */
  readonly queueId: string | null;
  readonly from: Place | null;
  readonly to: Place | null;
  readonly userId: string | null;
  readonly measure: Measure;
  readonly value: number;
};

/** What came together at one moment of a ticket. */
type Moment = {
  readonly opened: EpisodeFact[];
  readonly closed: EpisodeFact[];
  readonly begins: StagedSpan[];
  readonly ends: StagedSpan[];
};

/**
 * The moves of one ticket in a period. One event ends a fact and begins the next in the same moment, so both are one
 * move. A fact of no length was nowhere, but counts where it ended.
 */
export const draftsOfTicket = (
  ticketId: string,
  { spans, episodes }: TicketFacts,
  { from, until }: { readonly from: number; readonly until: number },
): { readonly drafts: readonly Draft[]; readonly start: readonly Place[] } => {
  const moments = new Map<number, Moment>();
  const momentAt = (at: number): Moment => {
    const known = moments.get(at) ?? { opened: [], closed: [], begins: [], ends: [] };
    moments.set(at, known);
    return known;
  };
  const isWithin = (at: number | null): at is number => at !== null && at >= from && at < until;
  for (const episode of episodes) {
    if (isWithin(episode.openedAt)) momentAt(episode.openedAt).opened.push(episode);
    if (isWithin(episode.closedAt)) momentAt(episode.closedAt).closed.push(episode);
  }
  for (const span of spans) {
    if (isSolid(span) && isWithin(span.begin)) momentAt(span.begin).begins.push(span);
    if (isWithin(span.end)) momentAt(span.end).ends.push(span);
  }
  const drafts = [...moments]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([at, moment]) => draftsOf(moment).map(draft => ({ ...draft, at, ticketId })));
  return { drafts, start: spans.filter(span => isSolid(span) && span.begin < from).map(placeOf) };
};

const isSolid = ({ begin, end }: StagedSpan): boolean => end === null || end > begin;
const placeOf = ({ queueId, stage }: StagedSpan): Place => ({ queueId, stage });

type Undated = Omit<Draft, 'at' | 'ticketId'>;

const draftsOf = ({ opened, closed, begins, ends }: Moment): readonly Undated[] => {
  const unclosed = closed.filter(({ id }) => !opened.some(each => each.id === id));
  const [overs, others] = [ends.filter(isOver), ends.filter(end => !isOver(end))];
  const endings = overs.map((span, index) => ending(span, closed[index]));
  const silent = closed.slice(overs.length).map(episode => closing(episode));
  const openings = opened.map(opening);
  const passings = [...others.filter(isSolid), ...others.filter(span => !isSolid(span))].map(span =>
    ending(span, undefined),
  );
  // A ticket that is opened again in the moment of its closing was closed first.
  const inOrder =
    unclosed.length > 0
      ? [...passings, ...endings, ...silent, ...openings]
      : [...openings, ...passings, ...endings, ...silent];
  return begins.reduce(withBegun, inOrder);
};

const isOver = ({ ended }: StagedSpan): boolean => ended === 'closed' || ended === 'deleted';
const closings = {
  human: 'closedHuman',
  bot: 'closedBot',
  timeout: 'closedTimeout',
  deleted: 'deleted',
} as const;

const closing = ({ closing: how, closerId, queueId }: EpisodeFact): Undated => ({
  ...{ kind: closings[how ?? 'deleted'], queueId, from: null, to: null },
  ...{ userId: closerId, measure: 'none', value: 0 },
});

const opening = ({ reopened, firstQueueId: queueId }: EpisodeFact): Undated => ({
  ...{ kind: reopened ? 'reopened' : 'opened', queueId, from: null, to: null },
  ...{ userId: null, measure: 'none', value: 0 },
});

const ending = (span: StagedSpan, episode: EpisodeFact | undefined): Undated => {
  const measure = span.stage === 'waiting' ? 'waited' : 'handled';
  return {
    kind: episode ? closings[episode.closing ?? 'deleted'] : kindOf(span),
    queueId: span.queueId,
    from: isSolid(span) ? placeOf(span) : null,
    to: null,
    userId: episode ? episode.closerId : span.userId,
    measure: span.counts ? measure : 'none',
    value: span.counts ? (span.ms ?? 0) : 0,
  };
};

const kindOf = ({ ended }: StagedSpan): MoveKind => {
  if (ended === 'accepted' || ended === 'transferred' || ended === 'returned' || ended === 'menu')
    return ended;
  return ended === 'deleted' ? 'deleted' : 'moved';
};

/** What begins belongs to the last move that has led nowhere yet. */
const withBegun = (moves: readonly Undated[], span: StagedSpan): readonly Undated[] => {
  const index = moves.findLastIndex(({ to, kind }) => to === null && leadsOn(kind));
  const move = moves[index];
  const to = placeOf(span);
  const { queueId } = to;
  if (!move)
    return [
      ...moves,
      { kind: 'moved', queueId, from: null, to, userId: span.userId, measure: 'none', value: 0 },
    ];
  const isHanded = move.kind === 'transferred' && span.stage === 'attending';
  const kind = isHanded ? 'handed' : move.kind;
  const userId = span.stage === 'attending' ? span.userId : move.userId;
  return moves.with(index, { ...move, kind, queueId, to, userId });
};

const leadsOn = (kind: MoveKind): boolean => !kind.startsWith('closed') && kind !== 'deleted';
