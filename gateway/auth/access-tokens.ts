import type { JWT } from '@fastify/jwt';
import { z } from 'zod';
import { refuse } from '../errors/refusal.ts';

export const accessTokenSeconds = 15 * 60;

const claimsSchema = z.object({
  userId: z.uuid(),
  companyId: z.uuid(),
  sid: z.uuid(),
  exp: z.number(),
});
export type Claims = z.output<typeof claimsSchema>;

/** Access tokens: signed, short-lived, naming user, company and session. */
export const createAccessTokens = (jwt: JWT, seconds = accessTokenSeconds) => ({
  issue: (claims: Omit<Claims, 'exp'>): string => jwt.sign(claims, { expiresIn: seconds }),

  /** @throws ERR_SESSION_EXPIRED for one that was good once, ERR_UNAUTHENTICATED for anything else. */
  verify: (token: string): Claims => {
    let decoded: unknown;
    try {
      decoded = jwt.verify(token);
    } catch (error) {
      throw refuse(codeOf(error) === 'FAST_JWT_EXPIRED' ? 'ERR_SESSION_EXPIRED' : 'ERR_UNAUTHENTICATED');
    }
    const claims = claimsSchema.safeParse(decoded);
    if (!claims.success) throw refuse('ERR_UNAUTHENTICATED');
    return claims.data;
  },
});
export type AccessTokens = ReturnType<typeof createAccessTokens>;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
