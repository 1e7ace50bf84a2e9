import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCipher } from './cipher.ts';

const key = () => randomBytes(32).toString('base64');

describe('cipher', () => {
  it('opens what it sealed', () => {
    const cipher = createCipher(key());
    expect(cipher.open(cipher.seal('chave', 'a/session/1'), 'a/session/1').toString()).toBe('chave');
  });

  it('never seals the same text into the same bytes', () => {
    const cipher = createCipher(key());
    expect(cipher.seal('chave', 'a').equals(cipher.seal('chave', 'a'))).toBe(false);
  });

  it('refuses another key, another place and changed bytes', () => {
    const cipher = createCipher(key());
    const sealed = cipher.seal('chave', 'a');
    expect(() => createCipher(key()).open(sealed, 'a')).toThrow();
    expect(() => cipher.open(sealed, 'b')).toThrow();
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => cipher.open(sealed, 'a')).toThrow();
  });
});
