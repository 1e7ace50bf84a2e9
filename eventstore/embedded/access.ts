import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { type Metadata, status } from '@grpc/grpc-js';
import { type Refusal, refusal } from './refusals.ts';
import type { TlsFiles } from './tls.ts';

export type Account = { readonly user: string; readonly password: string };

/** What the node was told to do would give the log away. Its message says what is missing. */
export class UnsafeListening extends Error {
  override readonly name = 'UnsafeListening';
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

type Listening = {
  readonly host: string;
  readonly tls: TlsFiles | undefined;
  readonly account: Account | undefined;
};

/** Throws UnsafeListening unless the host is loopback, or both certificate and password are there. */
export const requireSafe = ({ host, tls, account }: Listening): void => {
  if (account && !tls) {
    throw new UnsafeListening('a password needs a certificate: clients send none over an open connection');
  }
  if (isLoopback(host) || (tls && account)) return;
  const missing = tls ? 'a user and a password are' : 'a certificate with its key, a user and a password are';
  throw new UnsafeListening(`listening on ${host}, which is not loopback, is refused: ${missing} missing`);
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export type Admits = (metadata: Metadata) => boolean;

/** Whether a call brings the account's name and password; how long that takes tells nothing about them. */
export const createDoor = (account: Account | undefined): Admits => {
  if (!account) return () => true;
  const wanted = digest(`${account.user}:${account.password}`);
  return metadata => {
    const [, encoded = ''] = /^Basic (.+)$/i.exec(String(metadata.get('authorization')[0] ?? '')) ?? [];
    return timingSafeEqual(digest(Buffer.from(encoded, 'base64').toString('utf8')), wanted);
  };
};

type Refusable = [
  call: { readonly metadata: Metadata; emit(event: 'error', error: Refusal): boolean },
  respond?: (error: Refusal) => void,
];

/** A handler that only admitted calls reach; to the others it answers as a server of the vendor does. */
export const behindDoor =
  <Args extends Refusable>(admits: Admits, handle: (...args: Args) => void) =>
  (...args: Args): void => {
    const [call, respond] = args;
    if (admits(call.metadata)) {
      handle(...args);
      return;
    }
    const error = refusal(status.UNAUTHENTICATED, 'user or password are missing or wrong', {
      exception: 'access-denied',
    });
    if (respond) respond(error);
    else call.emit('error', error);
  };
