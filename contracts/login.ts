import { z } from 'zod';

/** POST /auth/login. */
export const loginBody = z.object({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(200),
  /** When an earlier answer asked for it. */
  proof: z
    .object({
      challenge: z.string().max(200),
      answer: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    })
    .optional(),
});
