import { describe, expect, it } from 'vitest';
import { recordsToRead, recordsToStore } from './session-record.ts';

const chain = (key?: string) => ({
  chainKey: { counter: 3, ...(key ? { key } : {}) },
  chainType: 2,
  messageKeys: {},
});
const session = (used: number, rootKey: string, chains: object = {}) => ({
  currentRatchet: { rootKey },
  indexInfo: { used },
  _chains: chains,
});
const record = (sessions: object) => ({ _sessions: sessions, version: 'v1' });
const stored = (before: unknown, after: unknown) => recordsToStore({ c: before }, { c: after }).c;

describe('a session record', () => {
  it('is read with times of use that the library never sets', () => {
    const read = recordsToRead({ c: record({ old: session(1, 'o'), new: session(3, 'n') }) });
    expect(read).toEqual({ c: record({ old: session(0.5, 'o'), new: session(2.5, 'n') }) });
  });

  it('keeps the change of the session that decrypted, and none of those tried before it', () => {
    const before = record({ old: session(1, 'o'), new: session(3, 'n'), middle: session(2, 'm') });
    const after = record({ old: session(3, 'o2'), new: session(2.5, 'spoilt'), middle: session(1.5, 'm') });
    expect(stored(before, after)).toEqual(
      record({ old: session(3, 'o2'), new: session(3, 'n'), middle: session(2, 'm') }),
    );
  });

  it('keeps all changes where nothing was decrypted: of a message that is sent, of a new session', () => {
    const before = record({ old: session(1, 'o') });
    const after = record({ old: session(0.5, 'sent'), new: session(9, 'n') });
    expect(stored(before, after)).toEqual(record({ old: session(1, 'sent'), new: session(9, 'n') }));
  });

  it('forgets receiving chains that ended, but for the newest five', () => {
    const ended = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map(n => [`ended ${n}`, chain()]));
    const after = record({ new: session(9, 'n', { ...ended, current: chain('key') }) });
    const [kept] = [stored(record({}), after)].map(value => JSON.stringify(value));
    expect(kept).not.toContain('ended 2');
    for (const name of ['ended 3', 'ended 7', 'current']) expect(kept).toContain(name);
  });

  it('is left alone when it is no record at all', () => {
    expect(recordsToRead({ c: null })).toEqual({ c: null });
    expect(stored(record({}), null)).toBeNull();
  });
});
