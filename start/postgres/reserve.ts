import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';

export type Reserve = {
  /** Takes the room, if the disk has much more than that; so that it is there when it is needed. */
  take(): void;
  /** Gives the room away. */
  release(): void;
  /** Whether the disk has enough room to take it, and to go on as usual. */
  hasRoom(): boolean;
};

const size = 48 * 1_048_576;
const piece = Buffer.alloc(1_048_576);

/** Room on the disk of a cluster that is kept for the time when it has no other: Postgres cannot even start without. */
export const openReserve = (clusterDirectory: string): Reserve => {
  const file = `${clusterDirectory}.reserve`;
  const hasRoom = () => {
    const { bavail, bsize } = statfsSync(clusterDirectory);
    return bavail * bsize > 2 * size;
  };
  return {
    hasRoom,
    take: () => {
      if (statSync(file, { throwIfNoEntry: false })?.size === size || !hasRoom()) return;
      try {
        write(file);
      } catch {
        rmSync(file, { force: true });
      }
    },
    release: () => rmSync(file, { force: true }),
  };
};

const write = (file: string) => {
  const open = openSync(file, 'w', 0o600);
  try {
    for (let written = 0; written < size; ) written += writeSync(open, piece);
  } finally {
    closeSync(open);
  }
};
