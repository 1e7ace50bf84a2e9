import { describe, expect, it } from 'vitest';
import { storableId, storableJid } from './storable.ts';

describe('what Postgres is to hold', () => {
  it('stays as it is where it can', () => {
    expect(storableId('3EB0C767D097B7C7C030')).toBe('3EB0C767D097B7C7C030');
    expect(storableJid('5511999990000@s.whatsapp.net')).toBe('5511999990000@s.whatsapp.net');
    expect(storableId('')).toBe('');
  });

  it('has a name of its own where it cannot', () => {
    const ids = ['a\0', 'a\uFFFD', 'a\ud800', 'a\ud801', 'a'.repeat(5_000), 'a'.repeat(5_001)];
    const stored = ids.map(storableId);
    expect(new Set(stored).size).toBe(ids.length);
    for (const id of stored) expect(id.includes('\0') || !id.isWellFormed() || id.length > 250).toBe(false);
    expect(stored).toEqual(ids.map(storableId));
  });

  it('stays the kind of chat that it is', () => {
    expect(storableJid('7\0@lid')).toMatch(/^~[0-9a-f]{64}@lid$/);
    expect(storableJid(`${'7'.repeat(5_000)}@g.us`)).toMatch(/^~[0-9a-f]{64}@g\.us$/);
    expect(storableJid(`7@${'g'.repeat(5_000)}`)).toMatch(/^~[0-9a-f]{64}$/);
  });
});
