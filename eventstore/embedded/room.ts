import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Answer } from './transaction.ts';

export type Room = {
  /** Notes what became of a write. */
  readonly answered: (answer: Answer) => void;
  /** Whether there is no room to write on, as far as can be told without writing. */
  readonly isFull: () => boolean;
};

/** Below this nothing is written any more. */
const leastBytes = 64 * 1024;
/** So much is enough again, after a write found no room. */
const enoughBytes = 8 * 1024 * 1024;

const ofRoom = /disk is full|no space left|ENOSPC/i;

/** Knows whether the disk of a log is full, by what writes have met and by what is free. */
export const createRoom = (freeBytes: () => number): Room => {
  let hasFailed = false;
  return {
    answered: answer => {
      if (answer.kind === 'done') hasFailed = false;
      else if (answer.kind === 'failed' && ofRoom.test(answer.message)) hasFailed = true;
    },
    isFull: () => freeBytes() < (hasFailed ? enoughBytes : leastBytes),
  };
};

/** On the disk of a file; no limit where nobody can tell. */
export const freeBytesBeside = (file: string): number => {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  } catch {
    return Infinity;
  }
};
