import { encodeEvent, type IdForm } from './encoding.ts';
import { checkNewest, checkWhole, type DamagedLog, endedUncleanly } from './integrity.ts';
import { createLog } from './log.ts';
import type { LoggedEvent } from './log-types.ts';
import { openStorage } from './storage.ts';
import { createStreams } from './streams.ts';
import type { Answer, Request } from './transaction.ts';
import { createWriter } from './writer.ts';

/**
 * What the calls work on. A log that was not closed is read through in the background; once that finds damage,
 * nothing is written any more, and `onDamage` is told. Throws FileInUse and DamagedLog.
 */
export const openNode = (file: string, onDamage: (damage: DamagedLog) => void) => {
  const unclean = endedUncleanly(file);
  const storage = openStorage(file);
  try {
    checkNewest(storage);
  } catch (error) {
    storage.close();
    throw error;
  }
  const streams = createStreams(storage);
  const log = createLog(storage);
  const writer = createWriter({ storage, streams, log });
  const stopping = new AbortController();
  const encoded = new WeakMap<LoggedEvent, Buffer>();
  let damage: DamagedLog | undefined;

  const inspect = async (): Promise<void> => {
    damage = unclean ? await checkWhole(storage, stopping.signal) : undefined;
    if (damage) onDamage(damage);
  };

  /** See Writer.submit. */
  const submit = (request: Request, answer: (answer: Answer) => void): void => {
    if (damage) answer({ kind: 'failed', message: `the log is damaged: ${damage.message}` });
    else writer.submit(request, answer);
  };

  /** Encoded once for all subscribers while the event is in memory. */
  const encode = (event: LoggedEvent, form: IdForm): Buffer => {
    if (form !== 'text') return encodeEvent(event, form);
    const known = encoded.get(event);
    if (known) return known;
    const made = encodeEvent(event, form);
    encoded.set(event, made);
    return made;
  };

  return { storage, streams, log, writer, stopping, submit, encode, inspected: inspect() };
};

export type Node = ReturnType<typeof openNode>;
