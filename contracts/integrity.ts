import { z } from 'zod';
import { type HistoryFault, historyReportSchema } from '#domain/integrity/report.ts';
import { auditEntryView, auditName } from './audit.ts';

/** Whether it is the file outside that is not as it was, and not the history. */
export const isOfFile = ({ kind }: Pick<HistoryFault, 'kind'>): boolean =>
  kind === 'file-missing' || kind === 'file-short';

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
      /** When one over the whole log ended last; what came since then was looked at by those over what is new. */
      wholeAt: z.string().nullable(),
      /** Of the last run that ended: while one is under way, of the one before. */
      report: historyReportSchema.nullable(),
    })
    .nullable(),
  /** The entry of the event that the last run names, where the audit trail has it. */
  about: z.object({ entry: auditEntryView, names: z.array(auditName) }).nullable(),
});
export type IntegrityAnswer = z.output<typeof integrityAnswer>;
