import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { identityOf } from './process-identity.ts';

const left = z.object({
  services: z.record(z.string(), z.object({ pid: z.number().optional(), began: z.string().optional() })),
});

type Leftover = { readonly name: string; readonly pid: number; readonly began: string };

const gentleMs = 5_000;
const lookEveryMs = 50;

/**
 * Ends what a supervisor on this data directory that was killed has left running: asks each process to end, kills it
 * after 5 seconds, and resolves when none is left. Postgres is not among them: its next start ends it. Call it as the
 * holder of the data directory's lock.
 */
export const endLeftovers = async (dataDir: string, say: (line: string) => void): Promise<void> => {
  const leftovers = readLeftovers(dataDir);
  let living = leftovers.filter(isAlive);
  if (living.length === 0) return;
  say(`Ending what the last start left behind: ${living.map(({ name }) => name).join(', ')}`);
  for (const { pid } of living) send(pid, 'SIGTERM');
  const killAt = Date.now() + gentleMs;
  for (let killed = false; living.length > 0; living = living.filter(isAlive)) {
    if (!killed && Date.now() > killAt) {
      killed = true;
      for (const { pid } of living) send(pid, 'SIGKILL');
    }
    await pause(lookEveryMs);
  }
};

const isAlive = ({ pid, began }: Leftover): boolean => identityOf(pid) === began;

const readLeftovers = (dataDir: string): readonly Leftover[] => {
  const found = left.safeParse(jsonOf(join(dataDir, 'running.json')));
  if (!found.success) return [];
  return Object.entries(found.data.services).flatMap(([name, { pid, began }]) =>
    pid === undefined || began === undefined || name === 'postgres' ? [] : [{ name, pid, began }],
  );
};

const jsonOf = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};
