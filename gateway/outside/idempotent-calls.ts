import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { newId } from '#commands/ids.ts';
import {
  idempotencyHours,
  longestIdempotencyKey,
  type SendOutsideAnswer,
  sendOutsideAnswer,
} from '#contracts/outside-messages.ts';
import { CallRefused } from '../errors/refusal.ts';
import type { OutsideCaller } from './tokens.ts';

/** What a call asks for, field by field: two calls with one key must be the same. */
export type AskedFields = Readonly<Record<string, unknown>>;
type Prints = Readonly<Record<string, string>>;

export type Run = {
  /** The same whenever this call is run again: nothing is done twice under it. */
  readonly commandId: string;
  /** It was begun before: some of it may be done. */
  readonly begun: boolean;
};
export type Answered = { readonly answer: SendOutsideAnswer; readonly replayed: boolean };
type Row = { command_id: string; fields: Prints; answer: unknown; fresh: boolean };

const sweepMs = 60_000;
const mostSwept = 5_000;

/**
 * Calls that may come again with their key: the first is run, the others are given its answer, on whichever gateway and
 * after whatever restart. What was begun and not answered is run again under the same command, by as many as ask: each of
 * its steps is done once, whoever does it. A refusal is not kept: the call may be mended and come again with its key.
 */
export const createIdempotentCalls = (pool: Pool, secret: string) => {
  const running = new Map<string, { readonly prints: Prints; readonly run: Promise<SendOutsideAnswer> }>();
  let sweptAt = 0;
  const digest = (text: string): Buffer => createHmac('sha256', secret).update(`call|${text}`).digest();
  const printsOf = (fields: AskedFields): Prints =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => [name, digest(JSON.stringify(value)).toString('base64url').slice(0, 22)]),
    );

  const sweep = (): void => {
    if (Date.now() - sweptAt < sweepMs) return;
    sweptAt = Date.now();
    pool.query(sweeping, [idempotencyHours, mostSwept]).catch(() => undefined);
  };

  const runOnce = async (
    caller: OutsideCaller,
    key: Buffer,
    prints: Prints,
    work: (run: Run) => Promise<SendOutsideAnswer>,
  ): Promise<Answered> => {
    sweep();
    const begun = await pool.query<Row>({
      name: 'begin_call',
      text: beginning,
      values: [caller.tokenId, key, caller.companyId, prints, newId(), idempotencyHours],
    });
    const row = begun.rows[0] ?? (await known(pool, caller, key));
    if (!row)
      throw new CallRefused('ERR_CONFLICT', { message: 'The call was taken back in the same moment.' });
    mustBeSame(row.fields, prints);
    const given = sendOutsideAnswer.safeParse(row.answer);
    if (given.success) return { answer: given.data, replayed: true };
    const place = [caller.tokenId, key, row.command_id];
    try {
      const answer = await work({ commandId: row.command_id, begun: !row.fresh });
      const kept = await pool.query<{ answer: unknown }>({
        name: 'answer_call',
        text: answering,
        values: [...place, answer],
      });
      const first = sendOutsideAnswer.safeParse(kept.rows[0]?.answer);
      return { answer: first.success ? first.data : answer, replayed: !row.fresh };
    } catch (error) {
      if (error instanceof CallRefused && row.fresh)
        await pool.query({ name: 'forget_call', text: forgetting, values: place });
      throw error;
    }
  };

  /** @throws ERR_IDEMPOTENCY_MISMATCH with the fields, ERR_VALIDATION, and what the work throws. */
  return async (
    caller: OutsideCaller,
    key: string,
    fields: AskedFields,
    work: (run: Run) => Promise<SendOutsideAnswer>,
  ): Promise<Answered> => {
    if (key === '' || key.length > longestIdempotencyKey)
      throw new CallRefused('ERR_VALIDATION', {
        message: `Idempotency-Key: 1 to ${longestIdempotencyKey} characters`,
        details: { field: 'Idempotency-Key' },
      });
    const prints = printsOf(fields);
    const hashed = digest(`${caller.tokenId}|${key}`);
    const name = hashed.toString('base64url');
    const underway = running.get(name);
    if (underway) {
      mustBeSame(underway.prints, prints);
      return { answer: await underway.run, replayed: true };
    }
    const once = runOnce(caller, hashed, prints, work);
    const run = once.then(({ answer }) => answer);
    run.catch(() => undefined);
    running.set(name, { prints, run });
    try {
      return await once;
    } finally {
      running.delete(name);
    }
  };
};

const known = async (pool: Pool, caller: OutsideCaller, key: Buffer): Promise<Row | undefined> =>
  (await pool.query<Row>({ name: 'known_call', text: knowing, values: [caller.tokenId, key] })).rows[0];

const mustBeSame = (before: Prints, now: Prints): void => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const others = names.filter(name => before[name] !== now[name]);
  if (others.length === 0) return;
  const message = `This Idempotency-Key came before with another ${others.join(', ')}.`;
  const issues = others.map(field => ({ field, message: 'not as it was when this key came first' }));
  throw new CallRefused('ERR_IDEMPOTENCY_MISMATCH', { message, details: { issues } });
};

/** A key that is older than it counts begins anew. */
const beginning = `
insert into secrets.idempotent_call as c (token_id, key, company_id, fields, command_id)
values ($1, $2, $3, $4, $5)
on conflict (token_id, key) do update
  set fields = excluded.fields, command_id = excluded.command_id, answer = null, begun_at = now()
  where c.begun_at < now() - make_interval(hours => $6)
returning command_id, fields, answer, true as fresh`;
/** What is still being done by somebody is done by several from then on. */
const knowing = `
update secrets.idempotent_call set shared = shared or answer is null where token_id = $1 and key = $2
returning command_id, fields, answer, false as fresh`;
const answering = `
update secrets.idempotent_call set answer = coalesce(answer, $4)
 where token_id = $1 and key = $2 and command_id = $3 returning answer`;
const forgetting = `
delete from secrets.idempotent_call where token_id = $1 and key = $2 and command_id = $3 and answer is null and not shared`;
const sweeping = `
delete from secrets.idempotent_call where ctid = any(array(
  select ctid from secrets.idempotent_call where begun_at < now() - make_interval(hours => $1) limit $2))`;
