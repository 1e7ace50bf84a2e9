import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  asItComes,
  bundleOf,
  journaling,
  newPerson,
  type Person,
  type Sealed,
  type Stored,
  startDevice,
} from './testing/signal-person.ts';

type KeyPair = { pubKey: Buffer; privKey: Buffer };
const curve: { generateKeyPair(): KeyPair } = createRequire(import.meta.url)('libsignal/src/curve.js');

const random = curve.generateKeyPair;

type Device = ReturnType<typeof startDevice>;
type Chain = { chainKey: { key?: string }; chainType: number };
type Session = { _chains: Record<string, Chain> };
type Sessions = Record<string, Session>;

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Numbers that look random, the same ones for the same seed. */
const numbersOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return (Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 8) % below;
  };
};

/** The same new keys for each of several runs, each the first time random. */
const repeatableKeys = () => {
  let pairs: KeyPair[] = [];
  let next = 0;
  const spy = vi.spyOn(curve, 'generateKeyPair').mockImplementation(() => {
    pairs[next] ??= random();
    next += 1;
    return pairs[next - 1] ?? random();
  });
  return {
    fresh: () => {
      pairs = [];
      next = 0;
    },
    again: () => {
      next = 0;
    },
    end: () => spy.mockRestore(),
  };
};

const sessionsOf = (stored: Stored): Sessions =>
  JSON.parse(stored.get('session/200_1.0') ?? '{"_sessions":{}}')._sessions;

const withSessions = (stored: Stored, sessions: Sessions): Stored =>
  new Map([...stored, ['session/200_1.0', JSON.stringify({ _sessions: sessions, version: 'v1' })]]);

const read = async (device: Device, from: Person, message: Sealed): Promise<string | undefined> =>
  device.decryptMessage({ jid: from.jid, ...message }).then(
    bytes => Buffer.from(bytes).toString(),
    () => undefined,
  );

/** A session without the receiving chains that ended long ago. */
const withNewestChains = (session: Session | undefined) => {
  if (!session) return session;
  const chains = Object.entries(session._chains);
  const ended = chains.filter(([, { chainType, chainKey }]) => chainType === 2 && !chainKey.key);
  const old = new Set(ended.slice(0, Math.max(0, ended.length - 5)).map(([name]) => name));
  return { ...session, _chains: Object.fromEntries(chains.filter(([name]) => !old.has(name))) };
};

/** What the library as it comes would do with a message, and which of the sessions opens it when it is alone. */
const plainly = async (us: Person, contact: Person, message: Sealed) => {
  const stored: Stored = new Map(us.stored);
  const text = await read(
    startDevice({ ...us, stored }, () => asItComes),
    contact,
    message,
  );
  const before = sessionsOf(us.stored);
  const opening: string[] = [];
  for (const [name, session] of Object.entries(before)) {
    const alone = { ...us, stored: withSessions(us.stored, { [name]: session }) };
    if (
      message.type === 'msg' &&
      (await read(
        startDevice(alone, () => asItComes),
        contact,
        message,
      ))
    )
      opening.push(name);
  }
  return { text, before, after: sessionsOf(stored), opening };
};

/**
 * The sessions that are to be stored after a message: the library's, but those that it tried in vain, which are all that
 * were there before and do not open it. A first message is tried on its own session alone.
 */
const expected = ({ text, before, after, opening }: Awaited<ReturnType<typeof plainly>>, message: Sealed) => {
  if (text === undefined) return before;
  const names = Object.keys(after);
  return Object.fromEntries(
    names.map(name => {
      const inVain = message.type === 'msg' && name in before && !opening.includes(name);
      return [name, withNewestChains(inVain ? before[name] : after[name])];
    }),
  );
};

const walk = async (seed: number, steps: number) => {
  const below = numbersOf(seed);
  const keys = repeatableKeys();
  const us = newPerson('100');
  const contact = newPerson('200');
  const counts = { opened: 0, refused: 0, sessions: 0, inVain: 0 };
  let ours = startDevice(us, journaling);
  let theirs = startDevice(contact, journaling);
  const toUs: { text: string; message: Sealed }[] = [];
  const toContact: Sealed[] = [];
  const passed: Sealed[] = [];
  let written = 0;

  const seal = async (device: Device, to: Person, text: string): Promise<Sealed> =>
    device.encryptMessage({ jid: to.jid, data: Buffer.from(text) });

  const take = async (message: Sealed, text: string | undefined) => {
    keys.fresh();
    const plain = await plainly(us, contact, message);
    keys.again();
    const opened = await read(ours, contact, message);
    if (opened !== undefined) expect(opened).toBe(text);
    expect(opened === undefined).toBe(plain.text === undefined);
    expect(sessionsOf(us.stored)).toEqual(expected(plain, message));
    counts[opened === undefined ? 'refused' : 'opened'] += 1;
    const { before, after, opening } = plain;
    const changed = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
    if (message.type === 'msg' && Object.keys(before).some(name => changed(name) && !opening.includes(name)))
      counts.inVain += 1;
  };

  const moves = [
    async () => {
      written += 1;
      toUs.push({ text: `in ${written}`, message: await seal(theirs, us, `in ${written}`) });
    },
    async () => {
      written += 1;
      keys.fresh();
      const stored: Stored = new Map(us.stored);
      await seal(
        startDevice({ ...us, stored }, () => asItComes),
        contact,
        `out ${written}`,
      );
      toContact.push(await seal(ours, contact, `out ${written}`));
      expect(us.stored.get('session/200_1.0')).toBe(stored.get('session/200_1.0'));
    },
    async () => {
      const [next] = toUs.splice(below(Math.min(4, toUs.length)), 1);
      if (!next) return;
      await take(next.message, next.text);
      passed.push(next.message);
    },
    async () => {
      const [next] = toContact.splice(below(Math.min(4, toContact.length)), 1);
      if (next) await read(theirs, us, next);
    },
    async () => {
      const doubled = passed[passed.length - 1 - below(8)];
      if (doubled?.type === 'msg') await take(doubled, undefined);
    },
    async () => {
      keys.fresh();
      counts.sessions += 1;
      const jid = contact.jid;
      if (below(2) === 0) await ours.injectE2ESession({ jid, session: bundleOf(contact, counts.sessions) });
      else await theirs.injectE2ESession({ jid: us.jid, session: bundleOf(us, counts.sessions) });
    },
    async () => {
      ours = startDevice(us, journaling);
    },
    async () => {
      theirs = startDevice(contact, journaling);
    },
    async () => {
      vi.advanceTimersByTime(below(3));
    },
  ];
  // Reading and writing come often, new sessions seldom.
  const often = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 6, 7, 8, 8];
  await theirs.injectE2ESession({ jid: us.jid, session: bundleOf(us, 0) });
  await moves[0]?.();
  await moves[2]?.();
  for (let step = 0; step < steps; step++)
    await moves[below(40) === 0 ? 5 : (often[below(often.length)] ?? 0)]?.();
  keys.end();
  return counts;
};

describe('what is stored of sessions', () => {
  it.each([1, 2, 3, 4])(
    'is what the library stores, but for what was tried in vain (walk %i)',
    async seed => {
      const counts = await walk(seed, 400);
      expect(counts.opened).toBeGreaterThan(60);
      expect(counts.refused).toBeGreaterThan(0);
      expect(counts.sessions).toBeGreaterThan(2);
      expect(counts.inVain).toBeGreaterThan(0);
    },
    30_000,
  );
});
