import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { loadBaileys } from './baileys.ts';
import { forLibrary, isOfLibrary, watchUnhandledRejections } from './unhandled-rejections.ts';

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    error => error,
  );

/** What Node says of a socket whose far side resets it. */
const resetSocket = async (): Promise<Error> => {
  const server = createServer(socket => socket.resetAndDestroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket: Socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const [error] = await once(socket, 'error');
  server.close();
  return error;
};

describe('a rejection that nobody handles', () => {
  it('is the library’s when the library threw it', async () => {
    const { promiseTimeout, delayCancellable } = await import(
      '@whiskeysockets/baileys/lib/Utils/generics.js'
    );
    const { delay, cancel } = delayCancellable(60_000);
    cancel();
    expect(isOfLibrary(await failed(delay))).toBe(true);
    expect(isOfLibrary(await failed(promiseTimeout(1, () => undefined)))).toBe(true);
    const { downloadContentFromMessage } = await loadBaileys();
    expect(isOfLibrary(await failed(downloadContentFromMessage({}, 'image')))).toBe(true);
  });

  it('is the library’s when it was thrown to it', async () => {
    const work = forLibrary(async (_id: string) => {
      throw new Error('the keys cannot be read');
    });
    expect(isOfLibrary(await failed(work('1')))).toBe(true);
  });

  it('is the library’s when the system tells it of a socket', async () => {
    expect(isOfLibrary(await resetSocket())).toBe(true);
  });

  it.each<[string, () => unknown]>([
    ['what we threw', () => new Error('a mistake')],
    [
      'what came of calling something that is not there',
      () => failed(Promise.resolve().then(() => JSON.parse('{'))),
    ],
    ['what is no error', () => 'gone'],
    ['what has no stack', () => Object.assign(new Error('a mistake'), { stack: undefined })],
  ])('is not the library’s: %s', async (_what, made) => {
    expect(isOfLibrary(await made())).toBe(false);
  });

  it('is counted when it is the library’s, and ends the connector otherwise', async () => {
    const [query, fail] = [vi.fn(async () => ({ rows: [] })), vi.fn()];
    const options = {
      pool: { query } as never,
      provider: 'beta' as const,
      log: pino({ level: 'silent' }),
      fail,
    };
    const hear = watchUnhandledRejections(options);
    hear(await resetSocket());
    expect([query.mock.calls.length, fail.mock.calls.length]).toEqual([1, 0]);
    const mistake = new Error('a mistake');
    hear(mistake);
    expect(fail).toHaveBeenCalledExactlyOnceWith(mistake);
    expect(query).toHaveBeenCalledOnce();
  });
});
