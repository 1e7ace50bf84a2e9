import type { Pool } from 'pg';
import { CallRefused, refuse } from '../errors/refusal.ts';
import { checkPassword } from './credentials.ts';
import { createLoginTries } from './login-tries.ts';

const mostTries = 10;

/** Asks for the present password of who is logged in already, a few times in a quarter of an hour. */
export const createOwnPasswords = (pool: Pool, key: string) => {
  const tries = createLoginTries(pool, key);
  return {
    /** @throws ERR_WRONG_PASSWORD, ERR_TOO_MANY_REQUESTS */
    check: async (userId: string, password: string): Promise<void> => {
      const name = `own-password ${userId}`;
      const [counted] = await tries.take([name]);
      if (counted && counted.tries > mostTries)
        throw new CallRefused('ERR_TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(counted.secondsLeft)),
        });
      if (!(await checkPassword(pool, userId, password))) throw refuse('ERR_WRONG_PASSWORD');
      await tries.giveBack([], [name]);
    },
  };
};
export type OwnPasswords = ReturnType<typeof createOwnPasswords>;
