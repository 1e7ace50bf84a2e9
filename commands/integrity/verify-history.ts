import type { Checkpoint, HistoryFault, HistoryReport } from '#domain/integrity/report.ts';
import { leafOf } from '#eventstore/integrity/leaf.ts';
import { type Frontier, type GrowingTree, growTree } from '#eventstore/integrity/merkle.ts';
import type { StoredEvent } from '#eventstore/integrity/stored-events.ts';
import { readAhead } from './ahead.ts';
import { checkCheckpoints, type Given, type ToMeet } from './check-checkpoints.ts';
import { type Difference, describeDifference } from './describe-difference.ts';
import type { Leaf } from './tree-rows.ts';

/** Up to where a history was proven: a checkpoint, from which it can be gone on with. */
export type Point = Pick<HistoryReport, 'outside' | 'signed' | 'lastAt'> & {
  readonly frontier: Frontier;
  /** In the log, of the last event that it covers. */
  readonly position: number;
};

export type History = {
  /** From where it is verified; from its beginning by default. */
  readonly since?: Point | undefined;
  /** The events of the company behind that point that the log has, in its order. */
  readonly events: AsyncIterable<readonly StoredEvent[]>;
  /** The leaves of these events that were kept when they came; none where nothing was kept. */
  readonly leaves: AsyncIterable<readonly Leaf[]>;
  /** What the company's checkpoints in the log and outside say. Read before the events. */
  readonly checkpoints: Given;
  readonly onProgress?: (checked: number) => void | Promise<void>;
};

/** What was found, and from where on the next run may begin; null where something is wrong, or nothing is signed. */
export type Verified = { readonly report: HistoryReport; readonly point: Point | null };

/** The root at a checkpoint's size, of the log and of what was kept, against what it says. */
type Meeting = ToMeet & { readonly ofLog: boolean; readonly ofKept: boolean };

const progressEvery = 5_000;
const lookAhead = 4_096;

/**
 * Builds a company's tree again from the stored bytes and compares it with every checkpoint there is. Names the first
 * event that is not as it was: what was kept of each event tells which, and where a checkpoint signs what was kept, it
 * is sure that the log is wrong. That the file outside lacks checkpoints is a fault where nothing else is. Throws what
 * reading throws.
 */
export const verifyHistory = async (history: History): Promise<Verified> => {
  const { events, leaves, checkpoints, since, onProgress } = history;
  const begun = since?.frontier.size ?? 0;
  const { toMeet, counts, fileFault } = checkCheckpoints(checkpoints);
  const [stored, kept] = [readAhead(events), readAhead(leaves)];
  const [log, keptTree] = [growTree(since?.frontier), growTree(since?.frontier)];
  const meetings: Meeting[] = [];
  let difference: Difference | undefined;
  let { lastAt, position } = since ?? { lastAt: null, position: 0 };
  let good: Pick<Point, 'frontier' | 'position' | 'lastAt'> | undefined = since;
  let left = toMeet.filter(({ checkpoint }) => checkpoint.size > begun);
  for (let sequence = begun + 1; ; sequence += 1) {
    const [event, leaf] = [await stored.next(), await kept.next()];
    if (!event && !leaf) break;
    const hash = event && leafOf(sequence, event);
    if (event && hash) {
      log.add(hash);
      ({ position } = event);
      lastAt = event.metadata.at;
    }
    if (leaf) keptTree.add(leaf.hash);
    if (!difference && leaf && !hash?.equals(leaf.hash)) {
      const ahead = { events: await stored.peek(lookAhead), leaves: await kept.peek(lookAhead) };
      difference = describeDifference({ sequence, event, leaf, position, ...ahead });
    }
    for (; left[0]?.checkpoint.size === sequence; left = left.slice(1))
      meetings.push({ ...left[0], ofLog: meets(log, left[0]), ofKept: meets(keptTree, left[0]) });
    if (meetings.at(-1)?.checkpoint.size === sequence) good = { frontier: log.frontier(), position, lastAt };
    if (sequence % progressEvery === 0) await onProgress?.(sequence);
  }
  const beyond = left.map(each => ({ ...each, ofLog: false, ofKept: false }));
  const size = log.size();
  const found = reportOf({ meetings: [...meetings, ...beyond], difference, size, position, since });
  const fault = found.fault ?? fileFault;
  const report = { ...found, fault, ...counts, size, lastAt, kept: keptTree.size() };
  const { outside, signed } = found;
  return { report, point: fault || !good ? null : { ...good, outside, signed } };
};

const meets = (tree: GrowingTree, { checkpoint }: ToMeet): boolean =>
  tree.size() === checkpoint.size && tree.root().toString('hex') === checkpoint.root;

type Found = {
  readonly since: Point | undefined;
  readonly meetings: readonly Meeting[];
  readonly difference: Difference | undefined;
  readonly size: number;
  readonly position: number;
};

const reportOf = ({
  meetings,
  difference,
  size,
  position,
  since,
}: Found): Pick<HistoryReport, 'fault' | 'outside' | 'signed' | 'keptDiffers'> => {
  const failing = meetings.findIndex(each => !each.ofLog || !each.isSigned);
  const good = failing < 0 ? meetings : meetings.slice(0, failing);
  const [outside, signed] = [good.findLast(each => each.isOutside), good.at(-1)];
  const proven = {
    outside: outside ? pointOf(outside.checkpoint) : (since?.outside ?? null),
    signed: signed ? pointOf(signed.checkpoint) : (since?.signed ?? null),
  };
  const failed = meetings[failing];
  const covered = signed?.checkpoint.size ?? since?.frontier.size ?? 0;
  if (!failed) {
    const keptDiffers = difference !== undefined && difference.sequence <= covered;
    const fault = difference && !keptDiffers ? { ...difference, evidence: 'kept' as const } : null;
    return { ...proven, fault, keptDiffers };
  }
  const evidence = failed.isOutside ? ('outside' as const) : ('signed' as const);
  const { size: until } = failed.checkpoint;
  const between = { sequence: covered + 1, until, eventId: null, type: null, position: null, evidence };
  const fault = ((): HistoryFault => {
    if (!failed.isSigned) return { ...between, kind: 'checkpoint', sequence: until };
    if (failed.ofKept && difference) return { ...difference, evidence };
    const isShort = size < until;
    // Everything that is there is signed: nothing but the end is missing.
    if (isShort && size === covered)
      return difference?.kind === 'cut-off'
        ? { ...difference, until, evidence }
        : { ...between, kind: 'cut-off', position };
    return { ...between, kind: isShort ? 'missing-between' : 'changed-between' };
  })();
  return { ...proven, fault, keptDiffers: false };
};

const pointOf = ({ size, at }: Checkpoint) => ({ sequence: size, at });
