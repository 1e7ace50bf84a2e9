import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Readable, Transform } from 'node:stream';
import { isPublicAddress } from './addresses.ts';
import { type Allowed, isAllowed, publicOnly, readDestination } from './destination.ts';
import { checkedLookup, type Resolve, resolveBySystem } from './lookup.ts';
import { FetchRefused } from './refusal.ts';

export type FetchOptions = {
  readonly method?: 'GET' | 'POST';
  /** Not sent on to another host. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For everything: name, connection, redirects, and the answer to its last byte. */
  readonly timeoutMs: number;
  /** Reading the answer's body fails where it is larger. */
  readonly maxBytes: number;
  /** How many redirects are followed, each checked like the first address; 0 answers them as they are. */
  readonly redirects?: number;
  /** What the environment allows besides public addresses. */
  readonly allowed?: Allowed;
  /** For tests. */
  readonly resolve?: Resolve;
};

export type Fetched = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Where it came from in the end. */
  readonly url: URL;
  /** Bounded by time and size: reading it throws `FetchRefused`. Must be read to its end or destroyed. */
  readonly body: Readable;
};

/**
 * Fetches what an outsider named, from public addresses only (or what the environment allows): every address that a
 * name stands for is checked, and the checked one is connected to. Takes no proxy of the environment, keeps no
 * connection, unpacks nothing. Any status is an answer.
 * @throws {FetchRefused}
 */
export const safeFetch = async (address: string | URL, options: FetchOptions): Promise<Fetched> => {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  let url = readDestination(address, options.allowed);
  let headers = options.headers ?? {};
  for (let left = options.redirects ?? 0; ; left -= 1) {
    const answer = await ask(url, { ...options, headers }, deadline);
    const next = options.redirects ? redirectOf(answer) : undefined;
    if (next === undefined) return fetched(url, answer, options.maxBytes, deadline);
    answer.destroy();
    if (left <= 0) throw new FetchRefused('redirect');
    const target = readDestination(resolved(next, url), options.allowed);
    if (target.origin !== url.origin) headers = {};
    url = target;
  }
};

/** The first bytes of a body, at most so many; what follows is not read. Throws nothing: what came has come. */
export const firstBytes = async (body: Readable, most: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= most) break;
    }
  } catch {
    // An answer that breaks off has begun.
  }
  body.destroy();
  return Buffer.concat(parts).subarray(0, most);
};

const ask = (url: URL, options: FetchOptions, deadline: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const accepts = isAllowed(url, options.allowed ?? publicOnly) ? () => true : isPublicAddress;
    const request: ClientRequest = open(url, {
      method: options.method ?? 'GET',
      headers: { 'user-agent': 'Balcao/1', ...options.headers },
      agent: false,
      lookup: checkedLookup(options.resolve ?? resolveBySystem, accepts),
      signal: deadline,
    });
    request.once('response', resolve);
    // Nobody here asked for another protocol; and who does not listen to this hears neither an answer nor an error.
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new FetchRefused('unreachable'));
    });
    // An answer that breaks off tells its body as well.
    request.on('error', error => reject(refusalOf(error, deadline)));
    request.end(options.body);
  });

const refusalOf = (error: unknown, deadline: AbortSignal): FetchRefused => {
  if (error instanceof FetchRefused) return error;
  return new FetchRefused(deadline.aborted ? 'timeout' : 'unreachable', { cause: error });
};

const fetched = (url: URL, answer: IncomingMessage, maxBytes: number, deadline: AbortSignal): Fetched => {
  let size = 0;
  const bounded = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > maxBytes) done(new FetchRefused('too-large'));
      else done(null, part);
    },
  });
  // Who reads it late is told the same: a stream keeps the error that it is destroyed with.
  answer.once('error', error => bounded.destroy(refusalOf(error, deadline)));
  bounded.once('close', () => answer.destroy());
  bounded.once('error', () => undefined);
  answer.pipe(bounded);
  return { status: answer.statusCode ?? 0, headers: answer.headers, url, body: bounded };
};

const redirectOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;

const resolved = (location: string, base: URL): URL => {
  try {
    return new URL(location, base);
  } catch {
    throw new FetchRefused('url');
  }
};
