import { realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Surroundings } from './child.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/postgres.ts';

export type ManagedPostgres = {
  readonly name: string;
  readonly url: string;
  pid(): number | undefined;
  stop(): Promise<void>;
  kill(): void;
};

/** Embedded Postgres that is started again on the same port whenever it ends, until it is stopped. */
export const supervisePostgres = async (
  dataDir: string,
  around: Pick<Surroundings, 'say' | 'changed'>,
): Promise<ManagedPostgres> => {
  let stopping = false;
  let current: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  let reviving: Promise<void> | undefined;

  const watch = () => {
    void current.exited.then(() => {
      if (!stopping) reviving = revive();
    });
  };
  const revive = async () => {
    around.say('postgres ended; starting it again');
    for (let wait = 500; !stopping; wait = Math.min(wait * 2, 15_000)) {
      try {
        current = await startEmbeddedPostgres({ dataDir, port: current.port });
        around.say('postgres is back');
        around.changed();
        return watch();
      } catch (error) {
        around.say(error instanceof Error ? error.message : String(error));
        await pause(wait * (0.5 + Math.random() / 2));
      }
    }
  };

  if (!current.directory.startsWith(realpathSync(dataDir)))
    around.say(`  Postgres cannot reach ${dataDir} and keeps its files in ${current.directory}`);
  watch();
  return {
    name: 'postgres',
    url: current.url,
    pid: () => current.pid,
    stop: async () => {
      stopping = true;
      await reviving;
      await current.stop();
    },
    kill: () => {
      stopping = true;
      process.kill(current.pid, 'SIGQUIT');
    },
  };
};
