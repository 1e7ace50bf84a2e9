import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownAccess, withOwnAccess } from './own-access.ts';

describe('the access of a node that was told none', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'own-access-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made once, and kept in files that only their owner can read', () => {
    const first = ownAccess(join(folder, 'data'));
    expect(ownAccess(join(folder, 'data'))).toEqual(first);
    expect(first.account?.password).toMatch(/^[\w-]{32}$/);
    const files = readdirSync(join(folder, 'data'));
    expect(files.sort()).toEqual([
      'eventstore-account.json',
      'eventstore-certificate.pem',
      'eventstore-key.pem',
    ]);
    for (const file of files) expect(statSync(join(folder, 'data', file)).mode & 0o777).toBe(0o600);
  });

  it('is another one in another folder', () => {
    const [one, other] = ['a', 'b'].map(name => ownAccess(join(folder, name)).account?.password);
    expect(one).not.toBe(other);
  });

  it('vouches for loopback for as long as there are disks', () => {
    const { tls } = ownAccess(folder);
    const certificate = new X509Certificate(readFileSync(tls?.certificateFile ?? ''));
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(Date.now() + 90 * 365 * 86_400_000);
  });

  it('leaves what was told, and adds what was not', () => {
    const account = { user: 'somebody', password: 'a password' };
    const told = { host: 'localhost', tls: undefined, account };
    expect(withOwnAccess(folder, told)).toEqual({
      ...ownAccess(folder),
      ...told,
      tls: ownAccess(folder).tls,
    });
    const beyond = { host: '0.0.0.0', tls: undefined, account: undefined };
    expect(withOwnAccess(join(folder, 'nowhere'), beyond)).toEqual(beyond);
    expect(readdirSync(folder)).not.toContain('nowhere');
  });

  it('is not made anew over a file that holds something else', () => {
    writeFileSync(join(folder, 'eventstore-account.json'), '{"user":"somebody"}');
    expect(() => ownAccess(folder)).toThrow(
      `${join(folder, 'eventstore-account.json')} does not hold the event store's account: remove it`,
    );
    expect(readFileSync(join(folder, 'eventstore-account.json'), 'utf8')).toBe('{"user":"somebody"}');
  });
});
