import { z } from 'zod';
import { settings } from '#domain/company/settings.ts';

/** How long what a company does by itself waits. */
export type Waits = {
  /** Open tickets without a message for so long are closed; 0 closes none. */
  readonly autoCloseHours: number;
  /** The menu begins when its contact has written nothing for so many milliseconds, or writes for so many already. */
  readonly menuPause: { readonly forMs: number; readonly mostMs: number };
};

const pause = z.coerce.number().int().min(0).max(60_000);
const pauseText = 'a whole number from 0 to 60000';

export const waitVariables = {
  AUTO_CLOSE_HOURS: z.coerce
    .number()
    .min(0)
    .max(8_760)
    .default(Number(settings.autoCloseHours.fallback))
    .describe('a number from 0 to 8760'),
  MENU_PAUSE_MS: pause.default(2_500).describe(pauseText),
  MENU_LONGEST_PAUSE_MS: pause.default(6_000).describe(pauseText),
};

export const waitsOf = (set: z.infer<z.ZodObject<typeof waitVariables>>): Waits => ({
  autoCloseHours: set.AUTO_CLOSE_HOURS,
  menuPause: { forMs: set.MENU_PAUSE_MS, mostMs: set.MENU_LONGEST_PAUSE_MS },
});
