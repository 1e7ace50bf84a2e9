import { createRequire } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  asItComes,
  bundleOf,
  journaling,
  newPerson,
  type Person,
  type Sealed,
  startDevice,
} from './testing/signal-person.ts';

type Keys = { calculateMAC(key: Buffer, data: Buffer): Buffer };
const libraryKeys: Keys = createRequire(import.meta.url)('libsignal/src/crypto.js');
for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

type Chain = {
  chainKey: { counter: number; key?: string };
  chainType: number;
  messageKeys: Record<string, string>;
};
type Session = { indexInfo: { closed: number }; pendingPreKey?: object; _chains: Record<string, Chain> };

/** Us, with the connector's repository, and a contact whose phone has the library as it comes. */
const scene = () => {
  const us = newPerson('100');
  const contact = newPerson('200');
  let ours = startDevice(us, journaling);
  const theirs = startDevice(contact, () => asItComes);
  let bundles = 0;
  const record = (): Record<string, Session> => JSON.parse(us.stored.get('session/200_1.0') ?? '')._sessions;
  return {
    us,
    restart: () => {
      ours = startDevice(us, journaling);
    },
    openSession: async () => {
      bundles += 1;
      await ours.injectE2ESession({ jid: contact.jid, session: bundleOf(contact, bundles) });
    },
    openTheirs: async () => theirs.injectE2ESession({ jid: us.jid, session: bundleOf(us, 1) }),
    write: (text: string) => sealed(theirs, us, text),
    read: async (message: Sealed) =>
      Buffer.from(await ours.decryptMessage({ jid: contact.jid, ...message })).toString(),
    answer: async (text: string) => {
      const message = await sealed(ours, contact, text);
      const read = await theirs.decryptMessage({ jid: us.jid, ...message });
      expect(Buffer.from(read).toString()).toBe(text);
      return message.type;
    },
    openSessionNow: () => Object.values(record()).find(session => session.indexInfo.closed === -1),
    record,
  };
};

const sealed = async (from: ReturnType<typeof startDevice>, to: Person, text: string): Promise<Sealed> =>
  from.encryptMessage({ jid: to.jid, data: Buffer.from(text) });

/** A contact who wrote first, and with whom two further sessions were opened since. */
const afterTwoFurtherSessions = async () => {
  const talk = scene();
  await talk.openTheirs();
  expect(await talk.read(await talk.write('good morning'))).toBe('good morning');
  await talk.answer('good morning to you');
  for (const round of [1, 2]) {
    await talk.openSession();
    await talk.answer(`news ${round}`);
    await talk.read(await talk.write(`on it ${round}`));
    await talk.answer(`thanks ${round}`);
    await talk.read(await talk.write(`bye ${round}`));
  }
  return talk;
};

afterEach(() => vi.clearAllMocks());

describe('a contact with several sessions', { timeout: 60_000 }, () => {
  it('writes 2,500 messages in one chain, each one step of its key', async () => {
    const talk = await afterTwoFurtherSessions();
    const messages: Sealed[] = [];
    for (let n = 0; n < 2_500; n++) messages.push(await talk.write(`message ${n}`));
    const mac = vi.spyOn(libraryKeys, 'calculateMAC');
    const steps = () => mac.mock.calls.filter(([, data]) => data.length === 1 && data[0] === 1).length;

    const counters: number[] = [];
    for (const [n, message] of messages.entries()) {
      if (n % 100 === 50) talk.restart();
      expect(await talk.read(message)).toBe(`message ${n}`);
      const chains = Object.values(talk.openSessionNow()?._chains ?? {});
      const current = chains.find(({ chainType, chainKey }) => chainType === 2 && chainKey.key);
      counters.push(current?.chainKey.counter ?? Number.NaN);
      expect(chains.flatMap(({ messageKeys }) => Object.keys(messageKeys))).toEqual([]);
    }
    const [first = Number.NaN] = counters;
    expect(counters).toEqual(messages.map((_, n) => first + n));
    expect(steps()).toBe(messages.length);
  });

  it('gets ordinary messages again with our first one after an answer', async () => {
    const talk = await afterTwoFurtherSessions();
    await talk.openSession();
    expect(await talk.answer('to a new session')).toBe('pkmsg');
    expect(await talk.answer('not answered yet')).toBe('pkmsg');
    expect(talk.openSessionNow()?.pendingPreKey).toBeDefined();
    await talk.read(await talk.write('an answer'));
    expect(talk.openSessionNow()?.pendingPreKey).toBeUndefined();
    expect(await talk.answer('to an answered session')).toBe('msg');
  });

  it('opens what comes late on an older session, and the other sessions stay as they were', async () => {
    const talk = await afterTwoFurtherSessions();
    const late = await talk.write('written before the new session');
    await talk.openSession();
    await talk.answer('to the new session');
    await talk.read(await talk.write('on the new session'));
    const before = talk.record();
    expect(await talk.read(late)).toBe('written before the new session');
    const after = talk.record();
    const changed = Object.keys(after).filter(
      name => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    );
    expect(changed).toHaveLength(1);
    expect(after[changed[0] ?? '']?.indexInfo.closed).not.toBe(-1);
  });

  it('keeps a record of the same size through two hundred turns', async () => {
    const talk = await afterTwoFurtherSessions();
    const size = () => talk.us.stored.get('session/200_1.0')?.length ?? 0;
    const turn = async (n: number) => {
      await talk.answer(`question ${n}`);
      await talk.read(await talk.write(`answer ${n}`));
    };
    for (let n = 0; n < 10; n++) await turn(n);
    const soon = size();
    for (let n = 10; n < 200; n++) await turn(n);
    expect(size()).toBeLessThanOrEqual(soon + 50);
  });
});
