import { randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { applyMigrations, type Migrations } from '../database/migrations.ts';
import { type OpenTransaction, wholly } from '../database/transaction.ts';
import { createWrapping, type Wrapping } from './wrapping.ts';

/** Under which the key of digests is wrapped and stored. */
export const digestKeyName = 'digest';

const beforeNumbers = `
create schema if not exists secrets;
create table if not exists secrets.installation_key (
  name text primary key,
  wrapped bytea not null
);
create table if not exists secrets.person_key (
  person uuid primary key,
  company_id uuid not null,
  wrapped bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz
);
create table if not exists secrets.group_member (
  digest text primary key,
  person uuid not null unique
);
`;

/** docs/architecture.md, "Migrations": add steps, and change none. */
export const personKeyMigrations: Migrations = {
  area: 'person-keys',
  schema: 'secrets',
  steps: [{ number: 1, name: 'as it was before steps were numbered', sql: beforeNumbers, apart: true }],
};

/**
 * Makes the schema `secrets`: the keys of people, wrapped under the master key. Idempotent; several at once wait
 * for each other. Throws WrongMasterKey when the keys there are wrapped under another one.
 */
export const migratePersonKeys = async (target: Pool | OpenTransaction, masterKey: string): Promise<void> => {
  const wrapping = createWrapping(masterKey);
  await applyMigrations(target, personKeyMigrations);
  return alone(target, async client => {
    const fresh = wrapping.wrap(digestKeyName, randomBytes(32));
    const { rows } = await client.query<{ wrapped: Buffer }>(
      `insert into secrets.installation_key (name, wrapped) values ($1, $2)
       on conflict (name) do update set name = excluded.name returning wrapped`,
      [digestKeyName, fresh],
    );
    for (const { wrapped } of rows) wrapping.unwrap(digestKeyName, wrapped);
  });
};

/**
 * Wraps every key anew under another master key, in one transaction; nothing that is encrypted changes. Services
 * that run go on with the keys they hold and must be started anew with the new master key. Answers how many keys
 * were wrapped. Throws WrongMasterKey when `from` is not the present one.
 */
export const rewrapPersonKeys = async (
  pool: Pool,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> => {
  const [before, after] = [createWrapping(from), createWrapping(to)];
  const anew = (name: string, wrapped: Buffer): Buffer => rewrapped({ before, after }, name, wrapped);
  return alone(pool, async client => {
    await client.query('lock table secrets.installation_key, secrets.person_key in exclusive mode');
    const installation = await client.query<{ name: string; wrapped: Buffer }>(
      'select name, wrapped from secrets.installation_key',
    );
    for (const { name, wrapped } of installation.rows)
      await client.query('update secrets.installation_key set wrapped = $2 where name = $1', [
        name,
        anew(name, wrapped),
      ]);
    const people = await client.query<{ person: string; wrapped: Buffer }>(
      'select person, wrapped from secrets.person_key where wrapped is not null',
    );
    await client.query(
      `update secrets.person_key set wrapped = fresh.wrapped
       from unnest($1::uuid[], $2::bytea[]) fresh (person, wrapped) where fresh.person = person_key.person`,
      [
        people.rows.map(({ person }) => person),
        people.rows.map(({ person, wrapped }) => anew(person, wrapped)),
      ],
    );
    return people.rows.length;
  });
};

/** One at a time makes the first key, or wraps all. */
const alone = <Result>(
  target: Pool | OpenTransaction,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> =>
  wholly(target, async client => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('balcao.person-keys', 0))`);
    return work(client);
  });

const rewrapped = (
  { before, after }: { readonly before: Wrapping; readonly after: Wrapping },
  name: string,
  wrapped: Buffer,
): Buffer => after.wrap(name, before.unwrap(name, wrapped).export());
