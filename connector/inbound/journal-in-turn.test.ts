import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type JournalEntry, journalType } from './journal-entry.ts';
import { journalInTurn } from './journal-in-turn.ts';

const entry = (stanzaId: string, chat: string): JournalEntry => ({
  ...{ stanzaId, chat, participant: '', encIndex: -1, plain: null },
  attrs: {
    ...{ id: stanzaId, fromMe: false, remoteJid: chat, remoteJidAlt: null },
    ...{ participant: null, participantAlt: null, sentAt: 0, pushName: null },
  },
});

/** A store whose writes end when the test says so. */
const setUp = () => {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  let told = () => {};
  const set = (data: object) => {
    const [id = ''] = Object.keys(Reflect.get(data, journalType));
    begun.push(id);
    told();
    return new Promise<void>((resolve, reject) => {
      ends.set(id, error => (error ? reject(error) : resolve()));
    });
  };
  const journal = journalInTurn({ log: pino({ level: 'silent' }), signal: new AbortController().signal });
  return {
    begun,
    give: (id: string, chat: string) => journal({ set }, entry(id, chat)),
    end: (id: string, error?: Error) => ends.get(id)?.(error),
    until: (count: number) =>
      new Promise<void>(resolve => {
        told = () => begun.length >= count && resolve();
        told();
      }),
  };
};

describe('what is journalled without a ratchet', () => {
  it('is stored one after the other within a chat, and side by side across chats', async () => {
    const { begun, give, end, until } = setUp();
    give('first', 'ana');
    give('second', 'ana');
    give('other', 'bob');
    await until(2);
    expect(begun).toEqual(['first', 'other']);
    end('first');
    await until(3);
    expect(begun).toEqual(['first', 'other', 'second']);
  });
  it('keeps its place while the database is away', async () => {
    const { begun, give, end, until } = setUp();
    give('first', 'ana');
    give('second', 'ana');
    await until(1);
    end('first', Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    await until(2);
    expect(begun).toEqual(['first', 'first']);
    end('first');
    await until(3);
    expect(begun.at(-1)).toBe('second');
  });
});
