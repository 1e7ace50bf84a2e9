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

export type Step = {
  /** Since when the end is waited for. */
  readonly startedAt: string | undefined;
  readonly fact: Fact | undefined;
};

type Given = {
  readonly event: Recorded;
  readonly ticketId: string;
  readonly happened: readonly Happened[];
  readonly startedAt: string | undefined;
  /** By the hours that were said until then. */
  readonly business: Business;
};

/**
 * A question's next step in one ticket. The first start counts until an end comes; a closing that is not the end ends
 * the waiting, and nothing is counted. An end that another queue, connection, attendant or tag has is counted nowhere,
 * and is the end all the same.
 */
export const nextStep = (question: QuestionDefinition, given: Given): Step => {
  const { event, ticketId, happened, business } = given;
  let { startedAt } = given;
  let fact: Fact | undefined;
  const end =
    startedAt === undefined ? undefined : happened.find(each => is(question.endKind, question, each));
  if (end && startedAt !== undefined) {
    const { at: endedAt, queueId, connectionId, userId } = end;
    const ms =
      question.clock === 'business'
        ? business(queueId, startedAt, endedAt)
        : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
    if (isWanted(question, end))
      fact = { id: event.id, ticketId, startedAt, endedAt, ms, queueId, connectionId, userId };
    startedAt = undefined;
  }
  if (event.type === 'TicketClosed' || event.type === 'TicketDeleted') startedAt = undefined;
  startedAt ??= happened.find(each => is(question.startKind, question, each))?.at;
  return { startedAt, fact };
};

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
