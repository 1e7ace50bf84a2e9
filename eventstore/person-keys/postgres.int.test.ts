import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { StoreUnavailable } from '../types.ts';
import { rewrapPersonKeys } from './migrate.ts';
import { openPersonKeys } from './postgres.ts';
import { WrongMasterKey } from './wrapping.ts';

const masterKey = randomBytes(32).toString('base64');
const companyId = randomUUID();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Counts the questions to Postgres, each of which may be kept from being answered. */
const counting = () => {
  const asked = { count: 0 };
  const query = (...args: [string, unknown[]]) => {
    asked.count += 1;
    return pool.query(...args);
  };
  return { asked, pool: { query, connect: () => pool.connect() } as unknown as pg.Pool };
};

const open = (options: { pool?: pg.Pool; max?: number } = {}) =>
  openPersonKeys({ pool, masterKey, ...options });
type Ring = Awaited<ReturnType<typeof open>>;

const bytesOf = async (keys: Ring, person: string) =>
  (await keys.forReading([person])).get(person)?.export().toString('hex');
const rowOf = async (person: string) =>
  (await pool.query('select * from secrets.person_key where person = $1', [person])).rows[0];

describe('keys of people in Postgres', () => {
  it('are made on first use, the same for every process', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const person = randomUUID();
    expect((await one.forReading([person])).has(person)).toBe(false);
    const made = (await one.forWriting(companyId, [person])).get(person);
    expect(made?.symmetricKeySize).toBe(32);
    expect(await bytesOf(other, person)).toBe(made?.export().toString('hex'));
  });

  it('are one key when several processes make them at once', async () => {
    const rings = await Promise.all(Array.from({ length: 4 }, () => open()));
    const people = Array.from({ length: 20 }, () => randomUUID());
    const made = await Promise.all(
      rings.flatMap(ring =>
        people.map(async person => {
          const key = (await ring.forWriting(companyId, [person])).get(person);
          return `${person} ${key?.export().toString('hex')}`;
        }),
      ),
    );
    expect(new Set(made).size).toBe(people.length);
  });

  it('are asked for together, and held', async () => {
    const { asked, pool: counted } = counting();
    const keys = await open({ pool: counted });
    const people = Array.from({ length: 50 }, () => randomUUID());
    await Promise.all(people.map(person => keys.forWriting(companyId, [person])));
    expect(asked.count).toBeLessThan(10);
    const before = asked.count;
    await Promise.all(people.map(person => keys.forReading([person])));
    await keys.forWriting(companyId, people);
    expect(asked.count).toBe(before);
  });

  it('are held up to a bound only', async () => {
    const { asked, pool: counted } = counting();
    const keys = await open({ pool: counted, max: 2 });
    const people = Array.from({ length: 5 }, () => randomUUID());
    for (const person of people) await keys.forWriting(companyId, [person]);
    const before = asked.count;
    await keys.forReading(people.slice(-2));
    expect(asked.count).toBe(before);
    await keys.forReading(people.slice(0, 1));
    expect(asked.count).toBe(before + 1);
  });

  it('are wrapped at rest', async () => {
    const keys = await open();
    const person = randomUUID();
    const key = (await keys.forWriting(companyId, [person])).get(person)?.export() ?? Buffer.alloc(0);
    const { rows } = await pool.query<{ everything: string }>(
      `select string_agg(wrapped::text, ' ') as everything from (
         select encode(wrapped, 'hex') as wrapped from secrets.person_key
         union all select encode(wrapped, 'hex') from secrets.installation_key) kept`,
    );
    expect(rows[0]?.everything).not.toContain(key.toString('hex'));
    expect(rows[0]?.everything).not.toContain(Buffer.from(masterKey, 'base64').toString('hex'));
  });

  it('that were destroyed stay so, for those who held them once they were told, and for all others', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const person = randomUUID();
    await one.forWriting(companyId, [person]);
    await other.forReading([person]);
    await one.destroy(companyId, [person]);
    const [first, again] = [await rowOf(person), await one.destroy(companyId, [person])];
    expect(again).toBeUndefined();
    expect(first).toMatchObject({ wrapped: null, company_id: companyId });
    expect(await rowOf(person)).toEqual(first);
    other.forget([person]);
    for (const ring of [one, other, await open()]) {
      const [read, written] = [await ring.forReading([person]), await ring.forWriting(companyId, [person])];
      expect([read.has(person), read.get(person), written.get(person)]).toEqual([true, undefined, undefined]);
    }
  });

  it('may be destroyed before they were ever made', async () => {
    const keys = await open();
    const person = randomUUID();
    await keys.destroy(companyId, [person]);
    expect((await (await open()).forWriting(companyId, [person])).get(person)).toBeUndefined();
  });

  it('open with the right master key alone', async () => {
    await open();
    const wrong = openPersonKeys({ pool, masterKey: randomBytes(32).toString('base64') });
    await expect(wrong).rejects.toThrow(WrongMasterKey);
    await expect(wrong).rejects.toThrow('PERSONAL_KEY is not the key');
  });

  it('are out of reach while Postgres is, and there again afterwards', async () => {
    let away = false;
    const query = (...args: [string, unknown[]]) =>
      away ? Promise.reject(new Error('Connection terminated unexpectedly')) : pool.query(...args);
    const keys = await open({ pool: { query, connect: () => pool.connect() } as unknown as pg.Pool });
    const [held, person] = [randomUUID(), randomUUID()];
    await keys.forWriting(companyId, [held]);
    away = true;
    await expect(keys.forWriting(companyId, [person])).rejects.toThrow(StoreUnavailable);
    await expect(keys.forReading([person])).rejects.toThrow(StoreUnavailable);
    await expect(keys.members(companyId, ['lid/1'])).rejects.toThrow(StoreUnavailable);
    await expect(keys.destroy(companyId, [randomUUID()])).rejects.toThrow(StoreUnavailable);
    expect((await keys.forWriting(companyId, [held])).get(held)).toBeDefined();
    away = false;
    expect((await keys.forWriting(companyId, [person])).get(person)).toBeDefined();
  });
});

describe('members of groups', () => {
  it('are one person in every process, another in another company, and cannot be guessed', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const [first, second] = await Promise.all([
      one.members(companyId, ['lid/77', 'lid/78']),
      other.members(companyId, ['lid/77', 'lid/78']),
    ]);
    expect(second).toEqual(first);
    expect(new Set(first).size).toBe(2);
    expect(await one.members(randomUUID(), ['lid/77'])).not.toEqual(first.slice(0, 1));
    expect(await other.knownMembers(companyId, ['lid/77', 'lid/none'])).toEqual(first.slice(0, 1));
  });

  it('are somebody new after their key was destroyed', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const before = await one.members(companyId, ['lid/99']);
    await other.members(companyId, ['lid/99']);
    await one.destroy(companyId, before);
    other.forget(before);
    const after = await other.members(companyId, ['lid/99']);
    expect(after).not.toEqual(before);
    expect(await one.members(companyId, ['lid/99'])).toEqual(after);
  });
});

it('digests are the same in every process and say nothing of the value', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  expect(one.digest('claim', '5511999990000')).toBe(other.digest('claim', '5511999990000'));
  expect(one.digest('claim', '5511999990000')).not.toBe(one.digest('member', '5511999990000'));
  expect(one.digest('claim', '5511999990000')).toMatch(/^[0-9a-f]{64}$/);
});

it('another master key may take the place of the first, and nothing else changes', async () => {
  const fresh = await createTestDatabase();
  const own = new pg.Pool({ connectionString: fresh.url, max: 2 });
  own.on('error', () => undefined);
  try {
    const [from, to] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const before = await openPersonKeys({ pool: own, masterKey: from });
    const [person, gone] = [randomUUID(), randomUUID()];
    await before.forWriting(companyId, [person, gone]);
    await before.destroy(companyId, [gone]);
    await expect(rewrapPersonKeys(own, { from: to, to: from })).rejects.toThrow(WrongMasterKey);
    expect(await rewrapPersonKeys(own, { from, to })).toBe(1);
    await expect(openPersonKeys({ pool: own, masterKey: from })).rejects.toThrow(WrongMasterKey);
    await expect(before.forWriting(companyId, [randomUUID()])).rejects.toThrow('PERSONAL_KEY was changed');
    const after = await openPersonKeys({ pool: own, masterKey: to });
    expect(await bytesOf(after, person)).toBe(await bytesOf(before, person));
    expect((await after.forWriting(companyId, [gone])).get(gone)).toBeUndefined();
    expect(after.digest('claim', 'x')).toBe(before.digest('claim', 'x'));
  } finally {
    await own.end();
    await fresh.drop();
  }
});

it('one key that does not open hides none of the others, and its person is written nothing', async () => {
  const before = await open();
  const [person, damaged] = [randomUUID(), randomUUID()];
  await before.forWriting(companyId, [person, damaged]);
  for (const wrapped of [randomBytes(60), randomBytes(3)]) {
    await pool.query('update secrets.person_key set wrapped = $2 where person = $1', [damaged, wrapped]);
    const keys = await open();
    expect([...(await keys.forReading([person, damaged])).keys()]).toEqual([person]);
    expect([...(await keys.forWriting(companyId, [person, damaged])).keys()]).toEqual([person]);
  }
});
