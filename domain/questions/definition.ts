import { z } from 'zod';

/** What happens to a ticket that a question may begin or end with. Docs: docs/questions.md. */
export const happenings = [
  'opened',
  'enteredQueue',
  'accepted',
  'customerWrote',
  'personAnswered',
  'transferred',
  'returned',
  'closed',
  'reopened',
  'rated',
  'tagged',
] as const;
export type Happening = (typeof happenings)[number];

/** `business`: only the hours of the queue where it ended, or of the company, as they were in force at each time. */
export const clocks = ['calendar', 'business'] as const;

/** How answers are split. */
export const groupings = ['none', 'queue', 'connection', 'attendant', 'weekday', 'hour', 'month'] as const;
export type Grouping = (typeof groupings)[number];

const id = z.uuid().nullable();

/**
 * What is computed: the time from a happening of `startKind` to the first of `endKind` after it in the same ticket, of those that are of the
 * queue, connection and attendant, and have the tag, when they end. Null is any. What is not in it (a name, how answers
 * are split) changes nothing that is computed.
 */
export const questionDefinition = z.object({
  startKind: z.enum(happenings),
  endKind: z.enum(happenings),
  queueId: id,
  connectionId: id,
  attendantId: id,
  tagId: id,
  clock: z.enum(clocks),
});
export type QuestionDefinition = z.output<typeof questionDefinition>;

/** A company has so many questions at most. */
export const mostQuestions = 20;
/** Of a question so many versions are kept: the newest. */
export const mostVersions = 20;

export const sameDefinition = (one: QuestionDefinition, other: QuestionDefinition): boolean =>
  (Object.keys(questionDefinition.shape) as (keyof QuestionDefinition)[]).every(
    name => one[name] === other[name],
  );
