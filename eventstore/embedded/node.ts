import { encodeEvent, type IdForm } from './encoding.ts';
import { createLog } from './log.ts';
import type { LoggedEvent } from './log-types.ts';
import { openStorage } from './storage.ts';
import { createStreams } from './streams.ts';
import { createWriter } from './writer.ts';

/** What the calls work on. */
export const openNode = (file: string) => {
  const storage = openStorage(file);
  const streams = createStreams(storage);
  const log = createLog(storage);
  const writer = createWriter({ storage, streams, log });
  const stopping = new AbortController();
  const encoded = new WeakMap<LoggedEvent, Buffer>();

  /** Encoded once for all subscribers while the event is in memory. */
  const encode = (event: LoggedEvent, form: IdForm): Buffer => {
    if (form !== 'text') return encodeEvent(event, form);
    const known = encoded.get(event);
    if (known) return known;
    const made = encodeEvent(event, form);
    encoded.set(event, made);
    return made;
  };

  return { storage, streams, log, writer, stopping, encode };
};

export type Node = ReturnType<typeof openNode>;
