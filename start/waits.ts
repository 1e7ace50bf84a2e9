import { z } from 'zod';
import { settings } from '#domain/company/settings.ts';

/** How long what a company does by itself waits. */
export type Waits = {
  /** Open tickets without a message for so long are closed; 0 closes none. */
  readonly autoCloseHours: number;
};

export const waitVariables = {
  AUTO_CLOSE_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(Number(settings.autoCloseHours.fallback))
    .describe('a number from 0 to 8760'),
};

export const waitsOf = (set: z.infer<z.ZodObject<typeof waitVariables>>): Waits => ({
  autoCloseHours: set.AUTO_CLOSE_HOURS,
});
