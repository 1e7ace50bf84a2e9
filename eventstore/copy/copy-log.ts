import { createHash } from 'node:crypto';
import type { Connection } from '../connection.ts';
import type { Position } from '../types.ts';
import { type LogAppender, openAppender } from './append-log.ts';
import { endOfLog, readLog } from './read-log.ts';
import { fingerprint, type LogRecord } from './record.ts';

/** A log that can be read from its start as often as needed, in the same order each time. */
export type LogSource = () => AsyncIterable<readonly LogRecord[]>;

export type CopyStep = 'comparing' | 'copying' | 'verifying';
export type CopyOptions = {
  readonly source: LogSource;
  readonly target: Connection;
  readonly signal: AbortSignal;
  readonly onProgress?: (step: CopyStep, events: number, position: Position) => void;
  /** Told, for each event in order, where it stands in the source and where in the target. */
  readonly onPair?: (from: Position, to: Position) => void | Promise<void>;
};
export type Copied = {
  readonly events: number;
  /** Of them, how many were not there yet. */
  readonly appended: number;
  /** SHA-256 over what must be the same of every event, in order. */
  readonly digest: string;
};

/** Source and target are not the same log; says where they part. */
export class LogsDiffer extends Error {}

/**
 * Brings a server's log to where the source is: in the same order, with the same ids, data and metadata. What a
 * former, interrupted copy brought over is compared and left as it is. At the end both are read once more and
 * must be equal, event by event. Throws LogsDiffer and ForeignEvents for a target with another past, and
 * StoreUnavailable.
 */
export const copyLog = async (options: CopyOptions): Promise<Copied> => {
  const appended = await complete(options);
  return { ...(await verify(options)), appended };
};

const complete = async (options: CopyOptions): Promise<number> => {
  const appender = openAppender(options.target);
  try {
    return await completeWith(appender, options);
  } finally {
    // What is under way when something fails shall not arrive behind the back of the next try.
    await appender.settled().catch(() => undefined);
  }
};

const completeWith = async (appender: LogAppender, options: CopyOptions): Promise<number> => {
  const { source, target, signal, onProgress } = options;
  const there = oneByOne(readLog(target, await endOfLog(target), { refuseOthers: true }));
  let compared = 0;
  let appended = 0;
  let comparing = true;
  for await (const page of source()) {
    for (const record of page) {
      signal.throwIfAborted();
      const known = comparing ? await there.next() : undefined;
      if (known && !known.done) {
        compared += 1;
        mustBeEqual(record, known.value, compared);
        continue;
      }
      comparing = false;
      await appender.append(record);
      appended += 1;
    }
    const step = comparing ? 'comparing' : 'copying';
    onProgress?.(step, compared + appended, page.at(-1)?.position ?? 0);
  }
  await appender.settled();
  if (comparing && !(await there.next()).done)
    throw new LogsDiffer(`The target has more events than the ${compared} of the source.`);
  return appended;
};

const verify = async (options: CopyOptions): Promise<Omit<Copied, 'appended'>> => {
  const { source, target, signal, onProgress, onPair } = options;
  const copy = oneByOne(readLog(target, await endOfLog(target)));
  const hash = createHash('sha256');
  let events = 0;
  for await (const page of source()) {
    for (const record of page) {
      signal.throwIfAborted();
      events += 1;
      const other = await copy.next();
      if (other.done) throw new LogsDiffer(`The copy ends before event ${events} (${record.stream}).`);
      mustBeEqual(record, other.value, events);
      hash.update(fingerprint(record)).update('\n');
      await onPair?.(record.position, other.value.position);
    }
    onProgress?.('verifying', events, page.at(-1)?.position ?? 0);
  }
  if (!(await copy.next()).done) throw new LogsDiffer(`The copy has more events than the ${events} copied.`);
  return { events, digest: hash.digest('hex') };
};

const mustBeEqual = (record: LogRecord, other: LogRecord, number: number): void => {
  if (fingerprint(record) === fingerprint(other)) return;
  throw new LogsDiffer(
    `The target holds another log: its event ${number} is ${other.type} ${other.id} of ${other.stream}, the source's is ${record.type} ${record.id} of ${record.stream}.`,
  );
};

async function* oneByOne(pages: AsyncIterable<readonly LogRecord[]>): AsyncGenerator<LogRecord, undefined> {
  for await (const page of pages) yield* page;
  return undefined;
}

/** Count and digest of a log, as a copy of it has them. */
export const digestOf = async (source: LogSource): Promise<Omit<Copied, 'appended'>> => {
  const hash = createHash('sha256');
  let events = 0;
  for await (const page of source()) {
    for (const record of page) hash.update(fingerprint(record)).update('\n');
    events += page.length;
  }
  return { events, digest: hash.digest('hex') };
};
