import { leafHash } from './merkle.ts';
import type { StoredEvent } from './stored-events.ts';

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

/** With its length before it, so that no two lists of parts are the same bytes. */
const part = (content: string | Uint8Array): readonly Uint8Array[] => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return [number(bytes.length), bytes];
};

/**
 * The leaf of an event in its company's tree. `sequence` counts the company's events from 1. It holds all that is stored
 * but what a copy to another server changes: the position in the log, and the server's own time.
 */
export const leafOf = (sequence: number, event: StoredEvent): Buffer => {
  const { id, stream, revision, type, data, metadataBytes } = event;
  return leafHash(
    Buffer.concat([
      number(sequence),
      ...part(id),
      ...part(stream),
      number(revision),
      ...part(type),
      ...part(data),
      ...part(metadataBytes),
    ]),
  );
};
