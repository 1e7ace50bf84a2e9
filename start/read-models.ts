import { setTimeout as pause } from 'node:timers/promises';
import { openClient } from '#eventstore/database/pool.ts';
import { readCheckpoints } from '#projections/checkpoint.ts';
import { step } from './step.ts';
import type { ReadModels } from './upgraded.ts';

const lookEveryMs = 250;

/**
 * Resolves when the read models are of these versions: after an upgrade the projections build them beside those of
 * before, which nobody can ask any more. Nothing is said where none is built.
 */
export const awaitReadModels = async (
  databaseUrl: string,
  wanted: ReadModels,
  signal: AbortSignal,
): Promise<void> => {
  if (await areThere(databaseUrl, wanted)) return;
  await step('read models', async () => {
    do await pause(lookEveryMs, undefined, { signal });
    while (!(await areThere(databaseUrl, wanted).catch(() => false)));
  });
};

const areThere = async (databaseUrl: string, wanted: ReadModels): Promise<boolean> => {
  if (wanted.length === 0) return true;
  const client = openClient(databaseUrl);
  try {
    await client.connect();
    const there = await readCheckpoints(client);
    return wanted.every(({ name, version }) =>
      there.some(model => model.name === name && model.version >= version),
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};
