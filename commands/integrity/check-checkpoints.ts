import type { Checkpoint } from '#domain/integrity/events.ts';
import type { HistoryFault, HistoryReport } from '#domain/integrity/report.ts';
import { hashOf, isSigned } from './checkpoint.ts';

/** Checkpoints of one company, each list in the order in which it was written. */
export type Given = {
  readonly companyId: string;
  readonly inLog: readonly Checkpoint[];
  readonly outside: readonly Checkpoint[];
  /** Lines of the outside file that hold no checkpoint. */
  readonly damagedLines: number;
  /**
   * So many of those in the log must stand in the file: each is added before the next one is signed. By default all but
   * the newest.
   */
  readonly mustBeOutside?: number | undefined;
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
  /** That the file lacks checkpoints, where it does. */
  readonly fileFault: HistoryFault | null;
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
  return { toMeet, counts, fileFault: fileFaultOf(given) };
};

const fileFaultOf = ({ inLog, outside, mustBeOutside }: Given): HistoryFault | null => {
  const there = new Set(outside.map(({ size }) => size));
  const lost = inLog.slice(0, mustBeOutside ?? inLog.length - 1).filter(({ size }) => !there.has(size));
  const [first, last] = [lost[0], lost.at(-1)];
  if (!first || !last) return null;
  const kind = outside.length === 0 ? ('file-missing' as const) : ('file-short' as const);
  const nothing = { eventId: null, type: null, position: null };
  return { kind, sequence: first.size, until: last.size, ...nothing, evidence: 'signed' };
};
