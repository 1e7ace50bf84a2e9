import { expect, it, vi } from 'vitest';
import { hashesAtOnce, hashPassword, passwordMatches } from './passwords.ts';

const counted = vi.hoisted(() => ({ working: 0, most: 0 }));
vi.mock('node:crypto', async original => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) => {
    counted.working += 1;
    counted.most = Math.max(counted.most, counted.working);
    crypto.argon2(algorithm, parameters, (error, tag) => {
      counted.working -= 1;
      done(error, tag);
    });
  };
  return { ...crypto, argon2 };
});

it('hashes few passwords at a time, of new ones and of those that are compared together', async () => {
  const hash = await hashPassword('segredo');
  const work = Array.from({ length: 4 * hashesAtOnce }, (_, n) =>
    n % 2 ? passwordMatches('segredo', hash) : hashPassword('segredo'),
  );
  await Promise.all(work);
  expect(counted.most).toBe(hashesAtOnce);
});
