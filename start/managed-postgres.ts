import { realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { backOffMs } from '#domain/shared/back-off.ts';
import type { Surroundings } from './child.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/postgres.ts';
import { openReserve } from './postgres/reserve.ts';

export type ManagedPostgres = {
  readonly name: string;
  readonly url: string;
  pid(): number | undefined;
  stop(): Promise<void>;
  kill(): void;
};

const lookForRoomEveryMs = 2_000;
const readingOnly = { default_transaction_read_only: 'on' };

const again = { firstMs: 500, longestMs: 15_000 };

/**
 * Embedded Postgres that is started again on the same port whenever it ends, until it is stopped. One that ended because
 * its disk is full is started in the room that was kept for this, for reading only, and for writing again as soon as the
 * disk has room.
 */
export const supervisePostgres = async (
  dataDir: string,
  around: Pick<Surroundings, 'say' | 'changed'>,
): Promise<ManagedPostgres> => {
  let stopping = false;
  let current: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  let reviving: Promise<void> | undefined;
  let isFull = false;
  const reserve = openReserve(current.directory);
  const stopped = new AbortController();

  const watch = () => {
    void current.exited.then(() => {
      if (!stopping) reviving = revive();
    });
  };
  const revive = async () => {
    if (!isFull) around.say('postgres ended; starting it again');
    for (let failures = 1; !stopping; failures += 1) {
      try {
        const tuning = isFull ? readingOnly : {};
        current = await startEmbeddedPostgres({ dataDir, port: current.port, tuning });
        around.say(isFull ? 'postgres is back, for reading only' : 'postgres is back');
        around.changed();
        if (isFull) void endWhenThereIsRoom(current);
        else reserve.take();
        return watch();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (isWithoutRoom(message) && !isFull) {
          isFull = true;
          reserve.release();
          around.say('The disk is full: nothing can be written until it has room');
          continue;
        }
        around.say(isWithoutRoom(message) ? 'Postgres cannot start: the disk is full' : message);
        await sleep(backOffMs(failures, again, Math.random()));
      }
    }
  };
  /** Whatever then starts it again starts it for writing. */
  const endWhenThereIsRoom = async (full: EmbeddedPostgres) => {
    while (!stopping && !reserve.hasRoom()) await sleep(lookForRoomEveryMs);
    if (stopping) return;
    around.say('The disk has room again: postgres is started for writing');
    isFull = false;
    await full.stop();
  };
  const sleep = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopped.signal }).catch(() => undefined);

  if (!current.directory.startsWith(realpathSync(dataDir)))
    around.say(`  Postgres cannot reach ${dataDir} and keeps its files in ${current.directory}`);
  reserve.take();
  watch();
  return {
    name: 'postgres',
    url: current.url,
    pid: () => current.pid,
    stop: async () => {
      stopping = true;
      stopped.abort();
      await reviving;
      await current.stop();
    },
    kill: () => {
      stopping = true;
      process.kill(current.pid, 'SIGQUIT');
    },
  };
};

const isWithoutRoom = (message: string): boolean => message.includes('No space left on device');
