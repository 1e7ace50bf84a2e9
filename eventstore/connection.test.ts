import { convertToCommandError } from '@eventstore/db-client';
import { Metadata, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Connection, openConnection } from './connection.ts';
import { StoreRefused, StoreUnavailable, WrongRevision } from './types.ts';

/** Nobody is there: the client package connects only when it is used. */
const nowhere = 'esdb://127.0.0.1:1?tls=false';

const failing = (code: status, trailers: Record<string, string> = {}) => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(status[code]), { code, details: '', metadata });
};
const recognised = (code: status, trailers?: Record<string, string>) =>
  convertToCommandError(failing(code, trailers));
const notLeader = () =>
  recognised(status.NOT_FOUND, {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': '2',
  });

describe('the connection', () => {
  let connection: Connection;
  beforeEach(() => {
    connection = openConnection(nowhere, 20);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await connection.close();
  });

  const meet = async (error: unknown) => {
    const before = connection.client();
    const answer = connection.call(() => Promise.reject(error));
    await expect(answer).rejects.toBeInstanceOf(StoreUnavailable);
    return connection.client() === before;
  };
  const answerOnce = () => connection.call(async () => 'answered');

  it('keeps its client when that connects anew by itself', async () => {
    await answerOnce();
    expect(await meet(recognised(status.UNAVAILABLE))).toBe(true);
    expect(await meet(failing(status.UNAVAILABLE))).toBe(true);
    expect(await meet(recognised(status.ABORTED))).toBe(true);
    expect(await meet(recognised(status.CANCELLED))).toBe(true);
  });

  it('replaces a client that may remember a failure for good', async () => {
    await answerOnce();
    expect(await meet(failing(status.INTERNAL))).toBe(false);
  });

  it('does not replace one client after the other while nothing is answered', async () => {
    expect(await meet(failing(status.INTERNAL))).toBe(true);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 2_000);
    expect(await meet(failing(status.INTERNAL))).toBe(false);
    expect(await meet(failing(status.INTERNAL))).toBe(true);
  });

  it('gives up a call that never settles, and the client with it', async () => {
    await answerOnce();
    const before = connection.client();
    let givenUp: AbortSignal | undefined;
    const never = connection.call((_, signal) => {
      givenUp = signal;
      return new Promise(() => undefined);
    });
    await expect(never).rejects.toThrow('no answer within 20 ms');
    expect(givenUp?.aborted).toBe(true);
    expect(connection.client()).not.toBe(before);
  });

  it('asks again when it has been told another leader, a few times', async () => {
    const answers = [notLeader(), notLeader()];
    const work = vi.fn(async () => {
      const error = answers.shift();
      if (error) throw error;
      return 'answered';
    });
    expect(await connection.call(work)).toBe('answered');
    expect(work).toHaveBeenCalledTimes(3);

    const lost = vi.fn(() => Promise.reject(notLeader()));
    await expect(connection.call(lost)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(lost).toHaveBeenCalledTimes(3);
  });

  it('does not repeat a call that will be refused again', async () => {
    const work = vi.fn(() => Promise.reject(recognised(status.INVALID_ARGUMENT)));
    await expect(connection.call(work)).rejects.toBeInstanceOf(StoreRefused);
    const wrong = () =>
      Promise.reject(
        recognised(status.FAILED_PRECONDITION, {
          exception: 'wrong-expected-version',
          'stream-name': 'a',
          'expected-version': '1',
        }),
      );
    await expect(connection.call(wrong, { stream: 'a', expected: 1 })).rejects.toBeInstanceOf(WrongRevision);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('answers nothing any more once it is closed, not even what was on its way', async () => {
    let answer: ((value: string) => void) | undefined;
    const onItsWay = connection.call(
      () =>
        new Promise<string>(resolve => {
          answer = resolve;
        }),
    );
    await connection.close();
    answer?.('cut off');
    await expect(onItsWay).rejects.toThrow('the event store is closed');
    await expect(answerOnce()).rejects.toThrow('the event store is closed');
  });
});
