import type { DamagedLog } from './damage.ts';
import { encodeEvent, type IdForm } from './encoding.ts';
import { checkNewest, checkWhole, endedUncleanly } from './integrity.ts';
import { createLog } from './log.ts';
import type { LoggedEvent } from './log-types.ts';
import { createRoom, freeBytesBeside } from './room.ts';
import { openStorage, type Storage } from './storage.ts';
import { createStreams } from './streams.ts';
import type { Answer, Request } from './transaction.ts';
import { createWriter } from './writer.ts';

/** Lets go of the file when it does not look whole. */
const openParts = (storage: Storage) => {
  try {
    checkNewest(storage);
    const streams = createStreams(storage);
    const log = createLog(storage);
    return { streams, log, writer: createWriter({ storage, streams, log }) };
  } catch (error) {
    try {
      storage.close();
    } catch {
      // The damage is what there is to tell.
    }
    throw error;
  }
};

/**
 * What the calls work on. A log that was not closed is read through in the background; once that, or any reader,
 * finds damage, nothing is written any more, and `onDamage` is told, once. Throws FileInUse and DamagedLog.
 */
export const openNode = (file: string, onDamage: (damage: DamagedLog) => void) => {
  const unclean = endedUncleanly(file);
  let damage: DamagedLog | undefined;
  let isOpen = false;
  const found = (what: DamagedLog): void => {
    if (damage || !isOpen) return;
    damage = what;
    onDamage(what);
  };
  const storage = openStorage(file, found);
  const { streams, log, writer } = openParts(storage);
  isOpen = true;
  const stopping = new AbortController();
  const room = createRoom(() => freeBytesBeside(file));
  const encoded = new WeakMap<LoggedEvent, Buffer>();

  const inspect = async (): Promise<void> => {
    const what = unclean ? await checkWhole(storage, stopping.signal) : undefined;
    if (what) found(what);
  };

  /** See Writer.submit. */
  const submit = (request: Request, answer: (answer: Answer) => void): void => {
    if (damage) answer({ kind: 'failed', message: `the log is damaged: ${damage.message}` });
    else
      writer.submit(request, given => {
        room.answered(given);
        answer(given);
      });
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

  return {
    storage,
    streams,
    log,
    writer,
    stopping,
    submit,
    encode,
    inspected: inspect(),
    isFull: room.isFull,
  };
};

export type Node = ReturnType<typeof openNode>;
