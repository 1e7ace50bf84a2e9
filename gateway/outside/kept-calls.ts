import type { Pool } from 'pg';
import { idempotencyHours } from '#contracts/outside-messages.ts';
import { dueEvery } from '#domain/shared/due-every.ts';
import { together } from '#eventstore/together.ts';

/** What was asked for, field by field, as keyed hashes. */
export type Prints = Readonly<Record<string, string>>;
/** Whose call, and under which key: a keyed hash. */
export type CallName = { readonly tokenId: string; readonly key: Buffer };
export type KeptCall = {
  readonly commandId: string;
  readonly fields: Prints;
  /** Null until it is answered. */
  readonly answer: unknown;
  /** Nobody has begun it before. */
  readonly fresh: boolean;
};
type Begun = CallName & { readonly companyId: string; readonly fields: Prints; readonly commandId: string };
type Answered = CallName & { readonly commandId: string; readonly answer: object };
type Row = KeptCall & { readonly name: string };

const sweepMs = 60_000;
const mostSwept = 5_000;

/**
 * The rows of calls that may come again. Those that begin or are answered while a statement is under way go together
 * into the next: each call would otherwise wait for a commit of its own, twice.
 */
export const keepCalls = (pool: Pool) => {
  const rows = async (name: string, text: string, values: unknown[]) =>
    byName((await pool.query<Row>({ name, text, values })).rows);
  const begun = together<Begun, ReadonlyMap<string, KeptCall>>({
    ...{ waitMs: 'turn', oneAtATime: true },
    write: calls => {
      const columns = [...columnsOf(calls), calls.map(({ companyId }) => companyId)];
      const prints = calls.map(({ fields }) => fields);
      return rows('begin_calls', beginning, [...columns, JSON.stringify(prints), idempotencyHours]);
    },
  });
  const answered = together<Answered, ReadonlyMap<string, KeptCall>>({
    ...{ waitMs: 'turn', oneAtATime: true },
    write: calls =>
      rows('answer_calls', answering, [
        ...columnsOf(calls),
        JSON.stringify(calls.map(({ answer }) => answer)),
      ]),
  });
  const isSweepDue = dueEvery(sweepMs, () => performance.now());
  const sweep = (): void => {
    if (!isSweepDue()) return;
    pool.query(sweeping, [idempotencyHours, mostSwept]).catch(() => undefined);
  };

  return {
    /** The call as it stands: begun now, or before. Undefined when it was forgotten in the same moment. */
    begin: async (call: Begun): Promise<KeptCall | undefined> => {
      sweep();
      const calls = await begun.add(call);
      const { tokenId, key } = call;
      return calls.get(nameOf(call)) ?? (await rows('known_call', knowing, [tokenId, key])).get(nameOf(call));
    },
    /** Keeps the answer, or the one that somebody else was quicker to give, and answers that. */
    answer: async (call: Answered): Promise<unknown> =>
      (await answered.add(call)).get(nameOf(call))?.answer ?? undefined,
    /** Forgets a call that was refused, unless others are at it. */
    forget: async ({ tokenId, key, commandId }: CallName & { readonly commandId: string }): Promise<void> => {
      await pool.query({ name: 'forget_call', text: forgetting, values: [tokenId, key, commandId] });
    },
  };
};

const nameOf = ({ tokenId, key }: CallName): string => `${tokenId}|${key.toString('hex')}`;
const byName = (rows: readonly Row[]): ReadonlyMap<string, KeptCall> =>
  new Map(rows.map(({ name, ...call }) => [name, call]));
const columnsOf = (calls: readonly (CallName & { readonly commandId: string })[]): readonly unknown[][] => [
  calls.map(({ tokenId }) => tokenId),
  calls.map(({ key }) => key),
  calls.map(({ commandId }) => commandId),
];

const row = `c.token_id || '|' || encode(c.key, 'hex') as name, c.command_id as "commandId", c.fields, c.answer`;

/** A key that is older than it counts begins anew. Rows are locked in one order, or two statements wait for each other. */
const beginning = `
insert into secrets.idempotent_call as c (token_id, key, command_id, company_id, fields)
select token_id, key, command_id, company_id, $5::jsonb -> (n - 1)::int
  from unnest($1::uuid[], $2::bytea[], $3::uuid[], $4::uuid[]) with ordinality
    as begun(token_id, key, command_id, company_id, n)
 order by token_id, key
on conflict (token_id, key) do update
  set fields = excluded.fields, command_id = excluded.command_id, answer = null, begun_at = now()
  where c.begun_at < now() - make_interval(hours => $6)
returning ${row}, true as fresh`;
/** What is still being done by somebody is done by several from then on. */
const knowing = `
update secrets.idempotent_call c set shared = shared or answer is null where token_id = $1 and key = $2
returning ${row}, false as fresh`;
/** An answer that a crash of the database takes along is found again by running the call again. */
const answering = `
with quick as (select set_config('synchronous_commit', 'off', true)),
given as (
  select c.token_id, c.key, $4::jsonb -> (n - 1)::int as answer
    from quick, unnest($1::uuid[], $2::bytea[], $3::uuid[]) with ordinality as given(token_id, key, command_id, n)
    join secrets.idempotent_call c using (token_id, key, command_id)
   order by c.token_id, c.key for update of c)
update secrets.idempotent_call c set answer = coalesce(c.answer, given.answer)
  from given where c.token_id = given.token_id and c.key = given.key
returning ${row}, false as fresh`;
const forgetting = `
delete from secrets.idempotent_call where token_id = $1 and key = $2 and command_id = $3 and answer is null and not shared`;
const sweeping = `
delete from secrets.idempotent_call where ctid = any(array(
  select ctid from secrets.idempotent_call where begun_at < now() - make_interval(hours => $1) limit $2))`;
