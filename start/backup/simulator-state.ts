import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Where the simulator of a data directory keeps its state. */
export const simulatorFile = (dataDir: string): string => join(dataDir, 'simulator', 'simulator.db');

export type Stillness = {
  /** Writes what the simulator knows now into a new file. */
  readonly copyTo: (file: string) => void;
  /** Lets the simulator go on. */
  readonly end: () => void;
};

/**
 * Holds the simulator still, if there is one, by holding the right to write its file. The phones in it are the
 * other side of the sessions in the connector's tables: both must be of the same moment, or one of them would use
 * keys again that the other has already seen. To be ended within the few seconds that the simulator waits.
 */
export const holdSimulator = (dataDir: string): Stillness | undefined => {
  const file = simulatorFile(dataDir);
  if (!existsSync(file)) return undefined;
  const holder = new DatabaseSync(file, { timeout: 5_000 });
  holder.exec('begin immediate');
  return {
    copyTo: copy => {
      const reader = new DatabaseSync(file, { timeout: 5_000 });
      try {
        reader.prepare('vacuum into ?').run(copy);
      } finally {
        reader.close();
      }
    },
    end: () => {
      holder.exec('rollback');
      holder.close();
    },
  };
};
