import { describe, expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

describe('a password hash', () => {
  it('is argon2id in PHC form, different each time, and matches its password only', async () => {
    const [first, second] = await Promise.all([hashPassword('segredo'), hashPassword('segredo')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await passwordMatches('segredo', first)).toBe(true);
    expect(await passwordMatches('Segredo', first)).toBe(false);
  });
  it('of other software and other costs is understood', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwordMatches('password', hash)).toBe(true);
  });
  it('that nobody has matches nothing', async () => {
    expect(await passwordMatches('segredo', undefined)).toBe(false);
  });
  it('in another form is an error, not a refusal', async () => {
    await expect(passwordMatches('segredo', '$2b$10$abc')).rejects.toThrow('PHC');
  });
});
