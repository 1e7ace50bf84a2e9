import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { newId } from '#commands/ids.ts';
import {
  longestIdempotencyKey,
  type SendOutsideAnswer,
  sendOutsideAnswer,
} from '#contracts/outside-messages.ts';
import { CallRefused, RestRefused } from '../errors/refusal.ts';
import { keepCalls, type Prints } from './kept-calls.ts';
import type { OutsideCaller } from './tokens.ts';

/** What a call asks for, field by field: two calls with one key must be the same. */
export type AskedFields = Readonly<Record<string, unknown>>;

export type Run = {
  /** The same whenever this call is run again: nothing is done twice under it. */
  readonly commandId: string;
  /** It was begun before: some of it may be done. */
  readonly begun: boolean;
};
export type Answered = { readonly answer: SendOutsideAnswer; readonly replayed: boolean };

/**
 * Calls that may come again with their key: the first is run, the others are given its answer, on whichever gateway and
 * after whatever restart. What was begun and not answered is run again under the same command, by as many as ask: each of
 * its steps is done once, whoever does it. A refusal is not kept, unless some was done before it: the call may be mended
 * and come again with its key.
 */
export const createIdempotentCalls = (pool: Pool, secret: string) => {
  const running = new Map<string, { readonly prints: Prints; readonly run: Promise<SendOutsideAnswer> }>();
  const kept = keepCalls(pool);
  const digest = (text: string): Buffer => createHmac('sha256', secret).update(`call|${text}`).digest();
  const printsOf = (fields: AskedFields): Prints =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => [name, digest(JSON.stringify(value)).toString('base64url').slice(0, 22)]),
    );

  const runOnce = async (
    caller: OutsideCaller,
    key: Buffer,
    prints: Prints,
    work: (run: Run) => Promise<SendOutsideAnswer>,
  ): Promise<Answered> => {
    const { tokenId, companyId } = caller;
    const call = await kept.begin({ tokenId, key, companyId, fields: prints, commandId: newId() });
    if (!call)
      throw new CallRefused('ERR_CONFLICT', { message: 'The call was taken back in the same moment.' });
    mustBeSame(call.fields, prints);
    const given = sendOutsideAnswer.safeParse(call.answer);
    if (given.success) return { answer: given.data, replayed: true };
    const { commandId, fresh } = call;
    try {
      const answer = await work({ commandId, begun: !fresh });
      const first = sendOutsideAnswer.safeParse(await kept.answer({ tokenId, key, commandId, answer }));
      return { answer: first.success ? first.data : answer, replayed: !fresh };
    } catch (error) {
      const isUndone = error instanceof CallRefused && !(error instanceof RestRefused);
      if (isUndone && fresh) await kept.forget({ tokenId, key, commandId });
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

const mustBeSame = (before: Prints, now: Prints): void => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const others = names.filter(name => before[name] !== now[name]);
  if (others.length === 0) return;
  const message = `This Idempotency-Key came before with another ${others.join(', ')}.`;
  const issues = others.map(field => ({ field, message: 'not as it was when this key came first' }));
  throw new CallRefused('ERR_IDEMPOTENCY_MISMATCH', { message, details: { issues } });
};
