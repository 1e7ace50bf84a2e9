import { z } from 'zod';

/** How many live sockets one gateway lets a person, a company and all have; undefined: what its memory holds. */
export type LiveSockets = {
  readonly person: number;
  readonly company: number | undefined;
  readonly gateway: number | undefined;
};

const count = z.coerce.number().int().min(1).max(1_000_000);
const text = 'a whole number from 1 to 1000000';
export const liveSocketVariables = {
  LIVE_SOCKETS_PERSON: count.default(20).describe(text),
  LIVE_SOCKETS_COMPANY: count.optional().describe(text),
  LIVE_SOCKETS: count.optional().describe(text),
};

export const liveSocketsOf = (set: z.infer<z.ZodObject<typeof liveSocketVariables>>): LiveSockets => ({
  person: set.LIVE_SOCKETS_PERSON,
  company: set.LIVE_SOCKETS_COMPANY,
  gateway: set.LIVE_SOCKETS,
});
