import type { Checkpoint } from '#domain/integrity/events.ts';
import type { HistoryReport } from '#domain/integrity/report.ts';
import { hashOf, isSigned } from './checkpoint.ts';

/** Checkpoints of one company, each list in the order in which it was written. */
export type Given = {
  readonly companyId: string;
  readonly inLog: readonly Checkpoint[];
  readonly outside: readonly Checkpoint[];
  /** Lines of the outside file that hold no checkpoint. */
  readonly damagedLines: number;
  /** The installation's own key, where it is known; otherwise the first one that signs must have signed all. */
  readonly publicKey?: string | undefined;
};

export type ToMeet = {
  readonly checkpoint: Checkpoint;
  readonly isOutside: boolean;
  /** With the right key, for this company, and with the checkpoint before it as its `previous`. */
  readonly isSigned: boolean;
};

type Checked = {
  /** By size, those outside first where both are equal. */
  readonly toMeet: readonly ToMeet[];
  readonly counts: Pick<HistoryReport, 'checkpointsInLog' | 'checkpointsOutside' | 'damagedLines'>;
};

/** Whether each checkpoint is the installation's, and how they follow each other. */
export const checkCheckpoints = (given: Given): Checked => {
  const { companyId, inLog, outside, damagedLines } = given;
  const publicKey = given.publicKey ?? (outside[0] ?? inLog[0])?.publicKey;
  const check = (list: readonly Checkpoint[], isOutside: boolean): ToMeet[] =>
    list.map((checkpoint, index) => {
      const before = list[index - 1];
      // A file may begin later than the log, or a line of it be damaged: the sizes then are in order all the same.
      const follows = isOutside
        ? before === undefined || checkpoint.size > before.size
        : checkpoint.previous === (before ? hashOf(before) : null);
      const isOurs = checkpoint.companyId === companyId && checkpoint.publicKey === publicKey;
      return { checkpoint, isOutside, isSigned: follows && isOurs && isSigned(checkpoint) };
    });
  const toMeet = [...check(outside, true), ...check(inLog, false)].toSorted(
    (one, other) => one.checkpoint.size - other.checkpoint.size,
  );
  const counts = { checkpointsInLog: inLog.length, checkpointsOutside: outside.length, damagedLines };
  return { toMeet, counts };
};
