import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { LogCutShort, type Recorded } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import { newId } from '../ids.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import { accepted, bySystem } from '../testing/world.ts';
import { followPolicy } from './follow-policy.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase({ max: 2 });
  ({ pool } = database);
});
afterAll(() => database.close());

it('a policy stops, and says why, when the log ends before its checkpoint', async () => {
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => said.push(line) });
  let tries = 0;
  const store = {
    head: async () => 0,
    lastBefore: async () => 0,
    subscribe: () => {
      tries += 1;
      throw new LogCutShort(128, 1_280);
    },
  };
  const policy = { name: 'nothing', categories: ['ticket'] as const, react: async () => undefined };
  await followPolicy({ store, pool, log, signal: new AbortController().signal }, policy);
  expect(tries).toBe(1);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('the log ends at position 128, and it was read up to 1280 before');
});

it('a policy of the present begins at the end that the log has at its first start, and goes on from there', async () => {
  const store = openMemoryStore();
  const { connection } = createCommands({ store });
  const connect = async (name: string) =>
    accepted(
      await connection.create(bySystem(), {
        ...{ connectionId: newId(), name, provider: 'simulator', isDefault: false, queueIds: [] },
      }),
    );
  const log = pino({ level: 'silent' });
  const seen: string[] = [];
  const run = async (until: number) => {
    const stopping = new AbortController();
    let begun = () => {};
    const begins = new Promise<void>(resolve => {
      begun = resolve;
    });
    const policy = {
      ...{ name: 'present', categories: ['connection'] as const, beginsAtEnd: true },
      react: async (_: unknown, events: readonly Recorded[]) => {
        for (const event of events) if (event.type === 'ConnectionCreated') seen.push(event.data.name);
        if (seen.length >= until) stopping.abort();
      },
    };
    const watched = {
      ...store,
      subscribe: (...given: Parameters<typeof store.subscribe>) => {
        begun();
        return store.subscribe(...given);
      },
    };
    const running = followPolicy({ store: watched, pool, log, signal: stopping.signal }, policy);
    await begins;
    return running;
  };
  await connect('before');
  const first = run(1);
  await expect
    .poll(async () => (await pool.query(`select from policy.checkpoint where name = 'present'`)).rowCount)
    .toBe(1);
  await connect('meanwhile');
  await first;
  await connect('while nobody ran');
  await run(2);
  expect(seen).toEqual(['meanwhile', 'while nobody ran']);
});

it('a policy is given the event in front of which an earlier version has stood, and its last one again', async () => {
  const store = openMemoryStore();
  const { connection } = createCommands({ store });
  const connect = async (name: string) =>
    accepted(
      await connection.create(bySystem(), {
        ...{ connectionId: newId(), name, provider: 'simulator', isDefault: false, queueIds: [] },
      }),
    );
  const log = pino({ level: 'silent' });
  const run = async (until: number): Promise<readonly string[]> => {
    const stopping = new AbortController();
    const seen: string[] = [];
    const policy = {
      ...{ name: 'kept', categories: ['connection'] as const },
      react: async (_: unknown, events: readonly Recorded[]) => {
        for (const event of events) if (event.type === 'ConnectionCreated') seen.push(event.data.name);
        if (seen.length >= until) stopping.abort();
      },
    };
    await followPolicy({ store, pool, log, signal: stopping.signal }, policy);
    return seen;
  };
  const keepAt = (place: number) =>
    pool.query(`update policy.checkpoint set position = $1 where name = 'kept'`, [place]);

  await connect('first');
  await connect('second');
  expect(await run(2)).toEqual(['first', 'second']);
  const last = await store.head();
  await connect('third');
  await keepAt(last + 128);
  expect(await run(1)).toEqual(['third']);
  await keepAt(last + 128);
  await connect('fourth');
  expect(await run(1)).toEqual(['fourth']);
  await pool.query(`update policy.checkpoint set event_position = null where name = 'kept'`);
  expect(await run(1)).toEqual(['fourth']);
});
