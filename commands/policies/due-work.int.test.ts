import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NotYet } from '#eventstore/parking/set-aside.ts';
import { StoreUnavailable } from '#eventstore/types.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import { companyId } from '../testing/world.ts';
import { type Due, type DueHandler, doNextDue, doOrNote, dropDue, noteDue } from './due-work.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase();
  ({ pool } = database);
});
afterAll(() => database.close());
beforeEach(() => pool.query('truncate policy.due_work, parking.parked'));

const log = pino({ level: 'silent' });
const past = '2020-01-01T00:00:00.000Z';
const future = '2999-01-01T00:00:00.000Z';
const due = (key: string, more: Partial<Due> = {}): Due => ({
  ...{ kind: 'wave', key, companyId, at: past, data: {} },
  ...more,
});
const doDue = (handler: DueHandler) => doNextDue({ pool, log, handlers: { wave: handler } });

describe('what is due', () => {
  it('is done once, the oldest first, and what is not due yet waits', async () => {
    await noteDue(pool, due('second', { at: '2021-01-01T00:00:00.000Z' }));
    await noteDue(pool, due('first', { data: { n: 1 } }));
    await noteDue(pool, due('later', { at: future }));
    await noteDue(pool, due('of others', { kind: 'jump' }));
    const done: Due[] = [];
    const handler: DueHandler = async each => void done.push(each);
    expect(await doDue(handler)).toBe(2);
    expect(await doDue(handler)).toBe(0);
    expect(done).toEqual([due('first', { data: { n: 1 } }), expect.objectContaining({ key: 'second' })]);
  });

  it('is at a new time when it is noted again, and not at all once it is dropped', async () => {
    await noteDue(pool, due('moved'));
    await noteDue(pool, due('moved', { at: future }));
    await noteDue(pool, due('dropped'));
    await dropDue(pool, 'wave', ['dropped', 'unknown']);
    expect(await doDue(async () => undefined)).toBe(0);
  });

  it('stays when it fails, is tried later, and holds up no other', async () => {
    await noteDue(pool, due('broken'));
    await noteDue(pool, due('whole', { at: '2021-01-01T00:00:00.000Z' }));
    const done: string[] = [];
    await doDue(async ({ key }) => {
      if (key === 'broken' && done.length < 2) {
        done.push('failed');
        throw new Error('not now');
      }
      done.push(key);
    });
    expect(done).toEqual(['failed', 'whole']);
    const aside = 'select name, tries, reason, next_at > now() as waits from parking.parked';
    expect((await pool.query(aside)).rows).toEqual([
      { name: 'wave/broken', tries: 1, reason: 'not now', waits: true },
    ]);
    expect(await doDue(async ({ key }) => void done.push(key))).toBe(0);
    await pool.query('update parking.parked set next_at = now()');
    await doDue(async ({ key }) => void done.push(key));
    expect(done).toEqual(['failed', 'whole', 'broken']);
    expect((await pool.query(aside)).rows).toEqual([]);
  });

  it('waits where it is not to be done yet, and nothing is wrong with it', async () => {
    await noteDue(pool, due('early'));
    await doDue(async () => {
      throw new NotYet('its connection is away');
    });
    const { rows } = await pool.query('select failures, not_before > now() as waits from policy.due_work');
    expect(rows).toEqual([{ failures: 1, waits: true }]);
    expect((await pool.query('select from parking.parked')).rowCount).toBe(0);
  });

  it('is not tried on while the store is away, and not set aside for that', async () => {
    for (const key of ['one', 'two']) await noteDue(pool, due(key));
    const tried: string[] = [];
    const away = doDue(async ({ key }) => {
      tried.push(key);
      throw new StoreUnavailable('away');
    });
    await expect(away).rejects.toThrow('away');
    expect(tried).toHaveLength(1);
    expect((await pool.query('select from parking.parked')).rowCount).toBe(0);
    expect((await pool.query('select from policy.due_work')).rowCount).toBe(2);
  });

  it('is noted by who could not do it at once, for one of several', async () => {
    const done: string[] = [];
    let isBroken = true;
    const handler: DueHandler = async ({ key }) => {
      if (key === 'bad' && isBroken) throw new TypeError('nobody foresaw it');
      done.push(key);
    };
    for (const key of ['good', 'bad', 'better']) await doOrNote(pool, handler, due(key));
    expect(done).toEqual(['good', 'better']);
    await doDue(handler);
    expect(done).toEqual(['good', 'better']);
    isBroken = false;
    await pool.query('update parking.parked set next_at = now()');
    await doDue(handler);
    expect(done).toEqual(['good', 'better', 'bad']);
  });

  it('is done by one of two that look at the same time', async () => {
    for (let n = 0; n < 20; n += 1) await noteDue(pool, due(String(n)));
    const done: string[] = [];
    const handler: DueHandler = async ({ key }) => {
      done.push(key);
      await new Promise(resolve => setImmediate(resolve));
    };
    await Promise.all([doDue(handler), doDue(handler)]);
    expect(done.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => String(n)).toSorted());
  });
});
