import { z } from 'zod';

/** How fast one connection sends what no person waits for. */
export type Paces = {
  /** What is sent to many: a second, by how much pauses differ (0 to 1), and in 24 hours. */
  readonly mass: { readonly perSecond: number; readonly jitter: number; readonly perDay: number };
  /** How many messages of programs a second, while more are waiting. */
  readonly programsPerSecond: number;
};

export const paceVariables = {
  MASS_PER_SECOND: z.coerce.number().min(0.001).max(50).default(0.5).describe('a number from 0.001 to 50'),
  MASS_JITTER: z.coerce.number().min(0).max(1).default(0.5).describe('a number from 0 to 1'),
  MASS_PER_DAY: z.coerce.number().int().min(0).default(1_000).describe('a whole number'),
  PROGRAMS_PER_SECOND: z.coerce
    .number()
    .min(0.1)
    .max(1_000)
    .default(30)
    .describe('a number from 0.1 to 1000'),
};

export const pacesOf = (set: z.infer<z.ZodObject<typeof paceVariables>>): Paces => ({
  mass: { perSecond: set.MASS_PER_SECOND, jitter: set.MASS_JITTER, perDay: set.MASS_PER_DAY },
  programsPerSecond: set.PROGRAMS_PER_SECOND,
});
