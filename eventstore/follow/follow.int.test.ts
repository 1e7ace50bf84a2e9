import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { createSamples } from '../contract/samples.ts';
import { openPool } from '../database/pool.ts';
import { openMemoryStore } from '../memory.ts';
import { type Batch, LogCutShort, noStream, type Recorded, type SubscribeOptions } from '../types.ts';
import { type FollowOptions, follow } from './follow.ts';
import { openHeartbeat } from './heartbeat.ts';
import { aloneOn, besideOthers } from './hold.ts';
import { unwatched } from './report.ts';
import { readFollowers } from './states.ts';
import { sureOf } from './sure-position.ts';

const log = { warn: () => undefined, error: () => undefined };
const empty = (position: number, live = true): Batch => ({ events: [], position, live });

/** An event as the log gives it out, written an hour ago. */
const oldEvent = async (): Promise<Recorded> => {
  const samples = createSamples();
  const stream = samples.claimStream();
  const store = openMemoryStore();
  const { metadata, ...claim } = samples.claim(0, stream);
  const at = new Date(Date.now() - 3_600_000).toISOString();
  await store.append(stream, noStream, [{ ...claim, metadata: { ...metadata, at } }]);
  const [event] = await store.load(stream);
  if (!event) throw new Error('nothing was written');
  return event;
};

/** Gives out these batches to each that subscribes, from where it asks on, and then nothing more. */
const storeOf = (...batches: readonly Batch[]) => {
  const asked: (number | undefined)[] = [];
  async function* subscribe({ after = 0, signal }: SubscribeOptions): AsyncGenerator<Batch> {
    asked.push(after);
    for (const batch of batches) if (batch.position > after) yield batch;
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve));
  }
  return { asked, subscribe };
};

describe('following the log', () => {
  let database: TestDatabase;
  let pool: Pool;
  let ending: AbortController;
  beforeEach(async () => {
    database = await createTestDatabase();
    pool = openPool({ connectionString: database.url, max: 4 });
    ending = new AbortController();
  });
  afterEach(async () => {
    ending.abort();
    await pool.end();
    await database.drop();
  });

  const begin = <Held>(
    store: ReturnType<typeof storeOf>,
    options: Pick<FollowOptions<Held>, 'hold' | 'open'> & Partial<FollowOptions<Held>>,
  ) =>
    follow({
      ...{ name: 'policy test', store, subscription: { maxBatch: 10 }, report: unwatched, log },
      signal: ending.signal,
      ...options,
    });

  it('goes on from the checkpoint after whatever failed, without passing anything by', async () => {
    const store = storeOf(empty(1), empty(2), empty(3));
    const taken: number[] = [];
    let position = 0;
    let failures = 2;
    const running = begin(store, {
      hold: besideOthers,
      open: async () => ({
        after: sureOf({ position }),
        take: async batch => {
          if (batch.position === 2 && failures-- > 0) throw new Error('nobody foresaw it');
          taken.push(batch.position);
          position = batch.position;
          return true;
        },
      }),
    });
    await expect.poll(() => taken).toEqual([1, 2, 3]);
    expect(store.asked).toEqual([0, 1, 1]);
    ending.abort();
    await running;
  });

  it('opens again where the checkpoint was moved by another', async () => {
    const store = storeOf(empty(1), empty(2), empty(3));
    const taken: number[] = [];
    let position = 0;
    void begin(store, {
      hold: besideOthers,
      open: async () => ({
        after: sureOf({ position }),
        take: async (batch, from) => {
          if (batch.position === 1) position = 2;
          if (from !== position) return false;
          taken.push(batch.position);
          position = batch.position;
          return true;
        },
      }),
    });
    await expect.poll(() => taken).toEqual([3]);
  });

  it('throws what no trying mends, and tries no more', async () => {
    const store = storeOf();
    const cut = begin(store, {
      hold: besideOthers,
      open: async () => {
        throw new LogCutShort(128, 1_280);
      },
    });
    await expect(cut).rejects.toThrow(LogCutShort);
  });

  it('is done by one alone on a lock, and taken over by the next when its connection is cut or it ends', async () => {
    const hold = aloneOn({ connectionString: database.url }, 'test');
    const at = { first: 0, second: 0 };
    const stopFirst = new AbortController();
    const opened = (who: 'first' | 'second') => async () => {
      at[who] += 1;
      return { after: undefined, take: async () => true };
    };
    const first = begin(storeOf(empty(1)), { hold, open: opened('first'), signal: stopFirst.signal });
    await expect.poll(() => at).toEqual({ first: 1, second: 0 });
    const second = begin(storeOf(empty(1)), { hold, open: opened('second') });
    // Other tests have databases of their own on the same server.
    const locks = `pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    const waiting = `select from ${locks} and not granted`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await pool.query(`select pg_terminate_backend(pid) from ${locks} and granted`);
    await expect.poll(() => at.second).toBe(1);
    stopFirst.abort();
    await first;
    ending.abort();
    await second;
    expect((await pool.query(`select from ${locks}`)).rowCount).toBe(0);
  });

  it('is reported by name: how far, what waits, since when and why it fails, and that it is well again', async () => {
    const heartbeat = await openHeartbeat({ databaseUrl: database.url, service: 'test', log, everyMs: 20 });
    const event = await oldEvent();
    let broken = true;
    void begin(storeOf({ events: [event], position: 7, live: false }, empty(9)), {
      hold: besideOthers,
      report: heartbeat.follower('policy test'),
      open: async () => ({
        after: undefined,
        take: async () => {
          if (broken) throw new Error('mail for ana@example.com is refused');
          return true;
        },
      }),
    });
    const reported = async () => (await readFollowers(pool, ['policy other']))[1];
    await expect.poll(reported).toMatchObject({ name: 'policy test', problem: 'mail for … is refused' });
    const failing = await reported();
    expect(Math.round((failing?.lagSeconds ?? 0) / 3_600)).toBe(1);
    expect(failing).toMatchObject({ ok: false, trouble: 'late', position: 0 });
    expect(failing?.failingSince).not.toBeNull();
    broken = false;
    const well = { ok: true, trouble: null, problem: null, position: 9, lagSeconds: 0, failingSince: null };
    await expect.poll(reported).toMatchObject(well);
    expect((await readFollowers(pool, ['policy other']))[0]).toMatchObject({ ok: false, trouble: 'missing' });
    await heartbeat.close();
    await pool.query(`update following.follower set beaten_at = now() - interval '11 seconds'`);
    expect(await reported()).toMatchObject({ ok: false, trouble: 'silent', position: 9 });
  });
});
