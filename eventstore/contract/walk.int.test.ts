import { readFileSync } from 'node:fs';
import { EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { afterAll, describe, expect, it } from 'vitest';
import { openRealTarget, startEmbeddedTarget } from './targets.ts';
import { walk } from './walk/walk.ts';

const seeds = [1, 2, 3];

/** What EventStoreDB 24.2.0 and KurrentDB 25.0.0, one empty node each, have answered to the vendor's client 6.2.1. */
const recorded = (seed: number): string[] =>
  readFileSync(new URL(`walk/seed-${seed}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

const compare = async (connectionString: string, seed: number): Promise<void> => {
  const lines = recorded(seed);
  expect(lines).toHaveLength(500);
  const walking = walk(connectionString, seed);
  for (const line of lines) expect((await walking.next()).value).toBe(line);
  await walking.return(undefined);
};

const isThere = (client: EventStoreDBClient, stream: string): Promise<boolean> =>
  Array.fromAsync(client.readStream(stream, { maxCount: 1 })).then(
    () => true,
    error => !(error instanceof StreamNotFoundError),
  );

/** The names and ids of a seed are always the same, so a store can be walked once. */
const wasWalked = async (connectionString: string): Promise<boolean> => {
  const client = EventStoreDBClient.connectionString(connectionString);
  try {
    for (const seed of seeds)
      for (let number = 0; number < 7; number += 1)
        if (await isThere(client, `w${seed}-${number}`)) return true;
    return false;
  } finally {
    await client.dispose();
  }
};

const real = await openRealTarget();
const canWalk = real !== undefined && !(await wasWalked(real.connectionString));
if (real && !canWalk)
  process.stderr.write('walk: left out for a real server that was walked before; it needs a new one\n');

describe('a random walk', () => {
  it.each(seeds)('over the embedded node meets a true server’s answers, seed %i', async seed => {
    const target = await startEmbeddedTarget();
    await compare(target.connectionString, seed);
    await target.stop();
  });
});

describe.skipIf(!canWalk)('a random walk', () => {
  afterAll(() => real?.stop());
  it.each(seeds)('over a real server is as it was, seed %i', async seed => {
    await compare(real?.connectionString ?? '', seed);
  });
});
