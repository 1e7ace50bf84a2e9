import { z } from 'zod';
import { historyReportSchema } from '#domain/integrity/report.ts';

/** What is known of the company's history, and what the last run over its whole log has found. */
export const integrityAnswer = z.object({
  /** Events that the tree has: the newest ones follow within seconds. */
  events: z.number().int(),
  /** Up to where the newest checkpoint in the log signs them, and when. What is behind it is not proven yet. */
  signedUpTo: z.number().int(),
  signedAt: z.string().nullable(),
  checkpoints: z.number().int(),
  run: z
    .object({
      requestedAt: z.string(),
      /** Null while it waits or is under way. */
      endedAt: z.string().nullable(),
      /** Events that it has read so far. */
      checked: z.number().int(),
      /** Of the last run that ended: while one is under way, of the one before. */
      report: historyReportSchema.nullable(),
    })
    .nullable(),
});
export type IntegrityAnswer = z.output<typeof integrityAnswer>;
