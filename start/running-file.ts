import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Processes } from './running.ts';

/** Where the stores are stands in it once everything runs. */
export type WhatRuns = {
  readonly services: Processes;
  readonly databaseUrl?: string;
  readonly eventstoreUrl?: string;
};

const againAfterMs = 5_000;

/**
 * Keeps `running.json` of the data directory as it should be: the function that is answered writes down what runs now,
 * and does so again as often as it takes when the disk has no room.
 */
export const keepRunningFile = (dataDir: string, whatRuns: () => WhatRuns): (() => void) => {
  const file = join(dataDir, 'running.json');
  let again: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(again);
    try {
      writeFileSync(`${file}.new`, `${JSON.stringify(whatRuns(), null, 2)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      again = setTimeout(write, againAfterMs).unref();
    }
  };
  return write;
};
