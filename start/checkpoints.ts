import { resolve } from 'node:path';
import { z } from 'zod';

/** When a checkpoint of the history is written, and in which folder outside of both stores it is kept. */
export type Checkpoints = { readonly folder: string; readonly events: number; readonly minutes: number };

export const checkpointVariables = {
  CHECKPOINTS_DIR: z.string().optional().describe('a directory'),
  CHECKPOINT_EVENTS: z.coerce.number().int().min(1).default(10_000).describe('a whole number from 1'),
  CHECKPOINT_MINUTES: z.coerce.number().min(0.1).max(1_440).default(60).describe('a number from 0.1 to 1440'),
};

const variables = z.object(checkpointVariables);

export const checkpointsOf = (set: z.output<typeof variables>, dataDir: string): Checkpoints => ({
  folder: resolve(dataDir, set.CHECKPOINTS_DIR ?? 'checkpoints'),
  events: set.CHECKPOINT_EVENTS,
  minutes: set.CHECKPOINT_MINUTES,
});
