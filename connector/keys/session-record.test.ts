import { describe, expect, it } from 'vitest';
import { onlyDecryptingSession } from './session-record.ts';

const session = (used: number, rootKey: string) => ({ indexInfo: { used }, currentRatchet: { rootKey } });
const record = (sessions: object) => ({ version: 'v1', _sessions: sessions });

describe('a session record after decrypting', () => {
  it('keeps the change of the session that decrypted, and none of those tried before it', () => {
    const before = record({ old: session(1, 'o'), new: session(3, 'n'), middle: session(2, 'm') });
    const after = record({ old: session(9, 'o2'), new: session(3, 'spoilt'), middle: session(2, 'm') });
    expect(onlyDecryptingSession(before, after)).toEqual(
      record({ old: session(9, 'o2'), new: session(3, 'n'), middle: session(2, 'm') }),
    );
  });

  it('is left alone when the first try succeeded', () => {
    const before = record({ old: session(1, 'o'), new: session(3, 'n') });
    const after = record({ old: session(1, 'o'), new: session(9, 'n2') });
    expect(onlyDecryptingSession(before, after)).toBe(after);
  });

  it('is left alone when it is new, or no record at all', () => {
    const after = record({ new: session(3, 'n') });
    expect(onlyDecryptingSession(undefined, after)).toBe(after);
    expect(onlyDecryptingSession(record({}), null)).toBeNull();
  });
});
