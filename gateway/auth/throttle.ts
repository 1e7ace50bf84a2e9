import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import type { LoginProof } from '#contracts/login-proof.ts';
import { CallRefused } from '../errors/refusal.ts';
import { createLoginProofs } from './login-proof.ts';
import { type Counted, createLoginTries } from './login-tries.ts';

/** Wrong passwords within a quarter of an hour after which a login must prove its worth. */
export const triesBeforeProof = { pair: 10, account: 30, address: 50, all: 2_000 };
export const triesOfKnownBrowser = 10;
export const mostTriesOfAddress = 500;

/** A login in a new browser takes about so much work then, and up to 32 times as much when far more is tried. */
const leastBits = 16;
const mostMoreBits = 5;
/** The wanted proof may grow while one is being made. */
const toleratedBits = 2;

export type LoginTry = {
  /** Of the account, as `accountName` gives it. */
  readonly name: string;
  readonly address: string;
  /** What a browser that logged in to this account before is called. */
  readonly browser: string | undefined;
  readonly proof: LoginProof | undefined;
};

export const accountName = (email: string): string => email.trim().toLowerCase();

/** The network that an address belongs to: one customer has a whole /64 of IPv6. */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const [before, after] = [head.split(':'), tail === undefined ? [] : tail.split(':')];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].map(group => group || '0');
  return `${groups.slice(0, 4).join(':')}::/64`;
};

/**
 * Counts wrong passwords by account and address, account, address, and all together, for all gateways. Nobody is
 * locked out by what others try: a browser that logged in to the account before has a count of its own, and whoever
 * else comes after too many wrong passwords brings a proof of work, dearer the more is tried. A try counts before it
 * is checked, and one that is not let in does not count.
 */
export const createLoginThrottle = (pool: Pool, key: string) => {
  const tries = createLoginTries(pool, key);
  const proofs = createLoginProofs(key);

  const isProven = async ({ proof, name }: LoginTry, bits: number): Promise<boolean> => {
    if (!proof || !proofs.proves(proof, name, bits - toleratedBits)) return false;
    const [used] = await tries.take([`proof ${proof.challenge}`]);
    return used?.tries === 1;
  };

  const admitKnown = async (browser: string, name: string) => {
    const own = `browser ${browser} ${name}`;
    const [counted] = await tries.take([own]);
    if (!counted || counted.tries > triesOfKnownBrowser) return undefined;
    return () => tries.giveBack([], [own]);
  };

  const admitOther = async (login: LoginTry) => {
    const address = networkOf(login.address);
    const pair = `pair ${login.name} ${address}`;
    const others = [`account ${login.name}`, `address ${address}`, 'all'];
    const [ofPair = none, ofAccount = none, ofAddress = none, ofAll = none] = await tries.take([
      pair,
      ...others,
    ]);
    const over = Math.max(
      ofPair.tries / triesBeforeProof.pair,
      ofAccount.tries / triesBeforeProof.account,
      ofAddress.tries / triesBeforeProof.address,
      ofAll.tries / triesBeforeProof.all,
    );
    const bits = leastBits + Math.min(mostMoreBits, Math.ceil(Math.log2(over)));
    if (ofAll.tries === 1) await tries.sweep();
    const isTooMany = ofAddress.tries > mostTriesOfAddress;
    if (over > 1 && (isTooMany || !(await isProven(login, bits)))) {
      await tries.giveBack([pair, ...others]);
      const { secondsLeft } = isTooMany ? ofAddress : ofPair;
      throw new CallRefused('ERR_TOO_MANY_REQUESTS', {
        retryAfterSeconds: Math.max(1, secondsLeft),
        ...(isTooMany ? {} : { details: { proof: proofs.wanted(login.name, bits) } }),
      });
    }
    return () => tries.giveBack(others, [pair]);
  };

  /**
   * Lets a login in to be checked; answers what to call when it went well.
   * @throws ERR_TOO_MANY_REQUESTS, with `details.proof` when a proof of work lets it in.
   */
  return async (login: LoginTry): Promise<() => Promise<void>> =>
    (login.browser === undefined ? undefined : await admitKnown(login.browser, login.name)) ??
    (await admitOther(login));
};
export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

const none: Counted = { tries: 0, secondsLeft: 0 };
