import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Place } from './log-types.ts';

const length = 16;

/** Beside the log's file. */
export const endMarkOf = (file: string): string => `${file}-end`;

const encoded = (place: Place): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeBigUInt64LE(BigInt(place), 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 8)), 8);
  return bytes;
};

const decoded = (bytes: Buffer): Place => {
  const place = Number(bytes.readBigUInt64LE(0));
  return encoded(place).equals(bytes) ? place : 0;
};

/**
 * A note beside the log of how far it has come, written after each commit and not waited for: what was stored
 * and is gone is noticed, for the note is never ahead of the disk. One that is missing or cannot be read says 0.
 */
export const openEndMark = (file: string) => {
  const handle = openSync(endMarkOf(file), constants.O_RDWR | constants.O_CREAT, 0o600);
  const bytes = Buffer.alloc(length);
  readSync(handle, bytes, 0, length, 0);
  return {
    /** What it said when it was opened. */
    place: decoded(bytes),
    /** What is not noted, on a full disk for instance, is only not noticed. */
    note: (place: Place): void => {
      try {
        writeSync(handle, encoded(place), 0, length, 0);
      } catch {
        // The former note holds.
      }
    },
    close: (): void => closeSync(handle),
  };
};
