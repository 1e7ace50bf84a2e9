import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createFileOnce, readIfThere, replaceFile } from '../private-file.ts';
import { type Account, isLoopback } from './access.ts';
import { issueLoopbackCertificate } from './loopback-certificate.ts';
import type { TlsFiles } from './tls.ts';

/** What keeps others out: clients send a password over an encrypted connection alone. */
type Access = {
  readonly host: string;
  readonly tls: TlsFiles | undefined;
  readonly account: Account | undefined;
};

const stored = z.object({
  user: z.string().min(1),
  password: z.string().min(1),
  certificate: z.string().min(1),
  key: z.string().min(1),
});
type Stored = z.output<typeof stored>;

const make = (): Stored => {
  // Longer than any disk: services that run know the certificate, and none of them should have to be told another.
  const issue = { name: 'event store', years: 100 };
  const { cert, key } = issueLoopbackCertificate(new Date(), issue);
  return { user: 'balcao', password: randomBytes(24).toString('base64url'), certificate: cert, key };
};

const keep = (file: string, text: string): string => {
  if (readIfThere(file) !== text) replaceFile(file, text);
  else chmodSync(file, 0o600);
  return file;
};

const kept = (file: string): Stored => {
  const found = readIfThere(file);
  if (found === undefined) {
    createFileOnce(file, `${JSON.stringify(make(), null, 2)}\n`);
    return kept(file);
  }
  try {
    return stored.parse(JSON.parse(found));
  } catch (cause) {
    const sentence = `${file} does not hold the event store's account: remove it, and the next start makes another`;
    throw new Error(sentence, { cause });
  }
};

/**
 * A node's access with what it was not told: on loopback it has an account and a certificate of its own, made at the
 * first start and kept in a folder, in files that only their owner can read. Elsewhere it must be told both. Several
 * processes may ask at once: all get the same. Throws an Error for a file that holds something else.
 */
export const withOwnAccess = (folder: string, { host, tls, account }: Access): Access => {
  if (!isLoopback(host) || (tls && account)) return { host, tls, account };
  mkdirSync(folder, { recursive: true });
  const { user, password, certificate, key } = kept(join(folder, 'eventstore-account.json'));
  return {
    host,
    tls: tls ?? {
      certificateFile: keep(join(folder, 'eventstore-certificate.pem'), certificate),
      keyFile: keep(join(folder, 'eventstore-key.pem'), key),
    },
    account: account ?? { user, password },
  };
};

/** The access of a node on 127.0.0.1 that was told nothing. */
export const ownAccess = (folder: string): Access =>
  withOwnAccess(folder, { host: '127.0.0.1', tls: undefined, account: undefined });
