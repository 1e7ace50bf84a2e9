import { z } from 'zod';

const upgraded = z.object({
  /** Whether the log names this installation; else its node is to run first. */
  founded: z.boolean(),
  /** The read models that the services ask, by the versions that they know. */
  readModels: z.array(z.object({ name: z.string(), version: z.number() })),
});
/** What the migrations answer. */
export type Upgraded = z.output<typeof upgraded>;
export type ReadModels = Upgraded['readModels'];

export const upgradedOf = (sent: unknown): Upgraded =>
  upgraded.safeParse(sent).data ?? { founded: false, readModels: [] };
