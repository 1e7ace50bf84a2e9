import { z } from 'zod';

export type { Checkpoint } from './events.ts';

/** What is wrong with a company's history. */
const faultSchema = z.object({
  /**
   * `changed`, `missing`, `inserted`, `moved`: of the event that is named, the first one that is not as it was.
   * `cut-off`: the history ends before it. `changed-between`, `missing-between`: from `sequence` to `until`, and it is
   * not known which. `checkpoint`: the one over `until` events is not what was signed, or signed by somebody else.
   * `unreadable`: the store does not give it out. `file-missing`, `file-short`: the file outside is not there, or lacks
   * checkpoints that the log has, the first of them over `sequence` events.
   */
  kind: z.enum([
    'changed',
    'missing',
    'inserted',
    'moved',
    'cut-off',
    'changed-between',
    'missing-between',
    'checkpoint',
    'unreadable',
    'file-missing',
    'file-short',
  ]),
  /** The place among the company's events, from 1. */
  sequence: z.number().int(),
  until: z.number().int().nullable(),
  eventId: z.string().nullable(),
  type: z.string().nullable(),
  /** In the log: of the event, or of the one that stands at its place, or of the last one before the end. */
  position: z.number().nullable(),
  /**
   * What says so: a signed checkpoint outside of both stores, one in the log, or only what the database has kept of
   * the events, which nothing signs yet.
   */
  evidence: z.enum(['outside', 'signed', 'kept', 'store']),
});
export type HistoryFault = z.output<typeof faultSchema>;

const point = z.object({ sequence: z.number().int(), at: z.string() });

/** What verifying a company's history has found. */
export const historyReportSchema = z.object({
  /** Events that the log has, and when the last of them was written. */
  size: z.number().int(),
  lastAt: z.string().nullable(),
  /** Up to where the log is what a checkpoint outside says, and what a checkpoint in the log says. */
  outside: point.nullable(),
  signed: point.nullable(),
  /** So many events were kept in the database; whether they differ from a log that checkpoints prove right. */
  kept: z.number().int(),
  keptDiffers: z.boolean(),
  checkpointsInLog: z.number().int(),
  checkpointsOutside: z.number().int(),
  damagedLines: z.number().int(),
  fault: faultSchema.nullable(),
});
export type HistoryReport = z.output<typeof historyReportSchema>;
