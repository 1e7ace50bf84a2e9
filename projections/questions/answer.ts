import type { Happening, QuestionDefinition } from '#domain/questions/definition.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Happened } from './happened.ts';
import type { Business } from './hours.ts';

/** What an answer is made of: ids, times and numbers, nothing personal. */
export type Fact = {
  /** Of the event that ended it. */
  readonly id: string;
  readonly ticketId: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly ms: number;
  readonly queueId: string | null;
  readonly connectionId: string;
  readonly userId: string | null;
};

export type Start = {
  readonly at: string;
  /** The event that began it; null where that was not noted yet. */
  readonly eventId: string | null;
};

export type Step = {
  /** Since when the end is waited for. */
  readonly started: Start | undefined;
  readonly fact: Fact | undefined;
};

type Given = {
  readonly event: Recorded;
  readonly ticketId: string;
  readonly happened: readonly Happened[];
  readonly started: Start | undefined;
  /** By the hours that were said until then. */
  readonly business: Business;
};

/**
 * A question's next step in one ticket. The first start counts until an end comes; a closing that is not the end ends
 * the waiting, and nothing is counted. An end that another queue, connection, attendant or tag has is counted nowhere,
 * and is the end all the same. The same event once more changes nothing: what it began it does not end.
 */
export const nextStep = (question: QuestionDefinition, given: Given): Step => {
  const { event, ticketId, happened, business } = given;
  let { started } = given;
  let fact: Fact | undefined;
  const end = happened.find(each => is(question.endKind, question, each));
  if (end && started && !isBegunBy(started, event, end)) {
    const startedAt = started.at;
    const { at: endedAt, queueId, connectionId, userId } = end;
    const ms =
      question.clock === 'business'
        ? business(queueId, startedAt, endedAt)
        : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
    if (isWanted(question, end))
      fact = { id: event.id, ticketId, startedAt, endedAt, ms, queueId, connectionId, userId };
    started = undefined;
  }
  if (event.type === 'TicketClosed' || event.type === 'TicketDeleted') started = undefined;
  const start = started ? undefined : happened.find(each => is(question.startKind, question, each));
  return { started: start ? { at: start.at, eventId: event.id } : started, fact };
};

const isBegunBy = ({ at, eventId }: Start, event: Recorded, end: Happened): boolean =>
  eventId === null ? at === end.at : eventId === event.id;

/** Of tags it is the one that the question asks for, if it asks for one. */
const is = (kind: Happening, { tagId }: QuestionDefinition, { what, added }: Happened): boolean =>
  kind === what && (what !== 'tagged' || !tagId || added.includes(tagId));

const isWanted = (
  { queueId, connectionId, attendantId, tagId }: QuestionDefinition,
  end: Happened,
): boolean =>
  (!queueId || end.queueId === queueId) &&
  (!connectionId || end.connectionId === connectionId) &&
  (!attendantId || end.userId === attendantId) &&
  (!tagId || end.tagIds.includes(tagId));
