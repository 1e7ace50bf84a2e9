import { z } from 'zod';
import { languages } from '#domain/company/settings.ts';
import { groupings, questionDefinition } from '#domain/questions/definition.ts';

/**
 * The calls about answers, under /api, for analysts and administrators. Questions themselves are records: POST, PUT and
 * DELETE /questions/{id}.
 */
const id = z.uuid();
const count = z.number().int();

export const versionStates = ['waiting', 'computing', 'live', 'cancelled'] as const;

/** One definition of a question, for good. `progress` is from 0 to 1: how much of the log has been read for it. */
export const questionVersion = z.object({
  id,
  number: z.number().int(),
  definition: questionDefinition,
  state: z.enum(versionStates),
  progress: z.number().min(0).max(1),
  createdAt: z.iso.datetime(),
  count,
});
export type QuestionVersion = z.output<typeof questionVersion>;

/** GET /replay/questions: all of them, each with its versions, the newest first. */
export const questionsAnswer = z.object({
  questions: z.array(
    z.object({
      id,
      name: z.string(),
      grouping: z.enum(groupings),
      definition: questionDefinition,
      versions: z.array(questionVersion),
    }),
  ),
  /** What definitions name: as it is called now, or was when it went. */
  names: z.record(z.string(), z.string()),
});
export type QuestionsAnswer = z.output<typeof questionsAnswer>;
export type QuestionView = QuestionsAnswer['questions'][number];

/** Milliseconds; null where there are none. */
export const answerFigures = z.object({
  count,
  average: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
});
export type AnswerFigures = z.output<typeof answerFigures>;

/** PUT /questions/{id}/computing: stops what is still computed, or lets it go on; nothing else changes. */
export const computingBody = z.strictObject({ computing: z.enum(['yes', 'no']) });

export const answerQuery = z.strictObject({ by: z.enum(groupings).default('none') });

/** GET /replay/questions/versions/{id}/answer.csv: the same as separated values, of another version besides. */
export const answerExportQuery = answerQuery.extend({
  with: id.optional(),
  language: z.enum(languages).default('pt-BR'),
});

/**
 * GET /replay/questions/versions/{id}: what the answer is so far, by month, and split by what was asked for: the id of a
 * queue, connection or attendant, 1 (Monday) to 7, 0 to 23, or YYYY-MM. Each counts when it ended, where the company is.
 */
export const versionAnswer = z.object({
  version: questionVersion,
  total: answerFigures,
  months: z.array(answerFigures.extend({ month: z.string() })),
  rows: z.array(answerFigures.extend({ key: z.string().nullable(), name: z.string().nullable() })),
});
export type VersionAnswer = z.output<typeof versionAnswer>;
