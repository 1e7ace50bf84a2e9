import { describe, expect, it } from 'vitest';
import { StoreRefused, StoreUnavailable, UnreadableEvent } from '#eventstore/types.ts';
import { persistently } from './retry.ts';

const { signal } = new AbortController();
const postgres = (code: string) => Object.assign(new Error('no'), { code });

/** Fails so often with this, and then works. */
const failing = (error: Error, times: number) => {
  const state = { tried: 0 };
  const work = async () => {
    state.tried += 1;
    if (state.tried <= times) throw error;
    return 'done';
  };
  return { state, work };
};

describe('work that fails', () => {
  it.each([
    ['a character that Postgres has no place for', postgres('22P05')],
    ['a value that is too large for its index', postgres('54000')],
    ['an event that does not fit its schema', new UnreadableEvent('no')],
    ['an event that is too large', new StoreRefused('too-large', 'no')],
  ])('is given up at once for %s', async (_, error) => {
    const { state, work } = failing(error, 9);
    await expect(persistently(work, { signal })).rejects.toBe(error);
    expect(state.tried).toBe(1);
  });

  it('is tried as often as it may be for what may pass, and longer in an outage', async () => {
    const once = failing(postgres('40001'), 9);
    await expect(persistently(once.work, { signal, tries: 2 })).rejects.toThrow();
    expect(once.state.tried).toBe(2);
    const outage = failing(new StoreUnavailable('no'), 3);
    expect(await persistently(outage.work, { signal, tries: 2 })).toBe('done');
  });

  it.each([
    ['a name that is not found', 'ENOTFOUND'],
    ['a server without a connection left', '53300'],
    ['a full disk', '53100'],
    ['a database that reads only, for lack of room', '25006'],
  ])('waits as long as it takes for %s', async (_, code) => {
    const { state, work } = failing(postgres(code), 3);
    expect(await persistently(work, { signal, tries: 2 })).toBe('done');
    expect(state.tried).toBe(4);
  });
});
