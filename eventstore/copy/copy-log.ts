import { createHash } from 'node:crypto';
import type { Connection } from '../connection.ts';
import type { Position } from '../types.ts';
import { type LogAppender, openAppender } from './append-log.ts';
import { endOfLog, readLog } from './read-log.ts';
import { describesStream, fingerprint, type LogRecord } from './record.ts';

/** A log that can be read from its start as often as needed, in the same order each time. */
export type LogSource = () => AsyncIterable<readonly LogRecord[]>;

export type CopyStep = 'comparing' | 'copying' | 'verifying';
/** What is compared need not be copied: to who looks on they are one action. */
export const lineOf = (step: CopyStep): string => (step === 'comparing' ? 'copying' : step);

export type CopyOptions = {
  readonly source: LogSource;
  readonly target: Connection;
  readonly signal: AbortSignal;
  readonly onProgress?: (step: CopyStep, events: number, position: Position) => void;
  /** Notification, for each event in order, where it stands in the source and where in the target. */
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
  const there = openReader(readLog(target, await endOfLog(target), { refuseOthers: true }));
  let untold: LogRecord[] = [];
  let compared = 0;
  let appended = 0;
  let comparing = true;
  /** What streams were told since the last event that is there. */
  const tellStreams = async () => {
    for (const record of untold) if (!there.knows(record)) await appender.append(record);
    untold = [];
  };
  for await (const page of source()) {
    for (const record of page) {
      signal.throwIfAborted();
      if (describesStream(record)) {
        untold.push(record);
        continue;
      }
      const known = comparing ? await there.next() : undefined;
      if (known) {
        compared += 1;
        mustBeEqual(record, known, compared);
        untold = [];
        continue;
      }
      comparing = false;
      await tellStreams();
      await appender.append(record);
      appended += 1;
    }
    const step = comparing ? 'comparing' : 'copying';
    onProgress?.(step, compared + appended, page.at(-1)?.position ?? 0);
  }
  if (comparing && (await there.next()))
    throw new LogsDiffer(`The target has more events than the ${compared} of the source.`);
  await tellStreams();
  await appender.settled();
  return appended;
};

const verify = async (options: CopyOptions): Promise<Omit<Copied, 'appended'>> => {
  const { target, signal, onProgress, onPair } = options;
  const original = openReader(options.source());
  const copy = openReader(readLog(target, await endOfLog(target)));
  const hash = createHash('sha256');
  let [events, position] = [0, 0];
  for (let record = await original.next(); record; record = await original.next()) {
    signal.throwIfAborted();
    events += 1;
    const other = await copy.next();
    if (!other) throw new LogsDiffer(`The copy ends before event ${events} (${record.stream}).`);
    mustBeEqual(record, other, events);
    hash.update(fingerprint(record)).update('\n');
    await onPair?.(record.position, other.position);
    position = record.position;
    if (events % 500 === 0) onProgress?.('verifying', events, position);
  }
  onProgress?.('verifying', events, position);
  if (await copy.next()) throw new LogsDiffer(`The copy has more events than the ${events} copied.`);
  for (const stream of original.described())
    if (original.told(stream) !== copy.told(stream))
      throw new LogsDiffer(`The metadata of ${stream} is not the same in the copy.`);
  return { events, digest: hash.digest('hex') };
};

const mustBeEqual = (record: LogRecord, other: LogRecord, number: number): void => {
  if (fingerprint(record) === fingerprint(other)) return;
  throw new LogsDiffer(
    `The target holds another log: its event ${number} is ${other.type} ${other.id} of ${other.stream}, the source's is ${record.type} ${record.id} of ${record.stream}.`,
  );
};

/**
 * Reads events one by one, and aside from them what streams were told last: servers write metadata of their own
 * accord, so that not their number but what holds in the end is compared.
 */
const openReader = (pages: AsyncIterable<readonly LogRecord[]>) => {
  const events = oneByOne(pages);
  const told = new Map<string, string>();
  const next = async (): Promise<LogRecord | undefined> => {
    for (;;) {
      const { value } = await events.next();
      if (!value || !describesStream(value)) return value;
      told.set(value.stream, JSON.stringify(value.data));
    }
  };
  return {
    next,
    told: (stream: string) => told.get(stream),
    described: () => told.keys(),
    knows: (record: LogRecord) => told.get(record.stream) === JSON.stringify(record.data),
  };
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
    for (const record of page.filter(each => !describesStream(each))) {
      hash.update(fingerprint(record)).update('\n');
      events += 1;
    }
  }
  return { events, digest: hash.digest('hex') };
};
