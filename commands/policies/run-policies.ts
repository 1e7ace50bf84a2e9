import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { isRejection } from '#domain/shared/decision.ts';
import type { Batch, EventStore, Position } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import { attendance } from './attended-tickets.ts';
import { createMemory, lockCheckpoint, moveCheckpoint } from './memory.ts';
import { type ReturnTicket, returnTickets } from './return-tickets.ts';

export type PolicyDeps = {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'ticket'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly signal: AbortSignal;
};

const name = 'return-tickets';
const longestPauseMs = 10_000;

/**
 * Runs the policies until the signal aborts: what happened becomes commands. Commands are given before the
 * checkpoint moves, in the same transaction as what is remembered, and their ids come from the event: after a
 * crash they are given again and do nothing twice. Survives outages of store and database. Several processes
 * may run it at once.
 */
export const runPolicies = async (deps: PolicyDeps): Promise<void> => {
  const { log, signal } = deps;
  for (let failures = 0; !signal.aborted; ) {
    try {
      await follow(deps, () => {
        failures = 0;
      });
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log.error({ err: error, policy: name, failures }, 'policy stopped, goes on from its checkpoint');
      const wait = Math.min(100 * 2 ** failures, longestPauseMs);
      await pause(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    }
  }
};

/** From the checkpoint on, until the signal aborts or somebody else has moved the checkpoint. */
const follow = async (deps: PolicyDeps, onProgress: () => void): Promise<void> => {
  const { pool, store, signal } = deps;
  let from = await inTransaction(pool, client => lockCheckpoint(client, name));
  const stop = new AbortController();
  const subscription = store.subscribe({
    after: from === 0 ? undefined : from,
    categories: ['ticket', 'user'],
    maxBatch: 1_000,
    paceMs: 100,
    signal: AbortSignal.any([signal, stop.signal]),
  });
  try {
    for await (const batch of subscription) {
      if (signal.aborted) return;
      if (batch.position <= from) continue;
      if (!(await react(deps, batch, from))) return;
      from = batch.position;
      onProgress();
    }
  } finally {
    stop.abort();
  }
};

/** Answers false when the checkpoint is not where this process left it. */
const react = (deps: PolicyDeps, batch: Batch, from: Position): Promise<boolean> =>
  inTransaction(deps.pool, async client => {
    // A lost commit is only done again.
    await client.query('set local synchronous_commit = off');
    if ((await lockCheckpoint(client, name)) !== from) return false;
    const memory = createMemory(client);
    const attendants = batch.events.flatMap(event => attendance(event)?.userId ?? []);
    const removed = new Set(await memory.removedAmong([...new Set(attendants)]));
    for (const event of batch.events) {
      memory.note(event);
      const gone = event.type === 'UserRemoved' ? event.data.userId : undefined;
      const tickets = gone ? await memory.ticketsOf(gone) : [];
      if (gone) removed.add(gone);
      const remembered = { ticketsOf: () => tickets, isRemoved: (id: string) => removed.has(id) };
      for (const command of returnTickets(event, remembered))
        await giveBack(deps, command, event.metadata.at);
    }
    await memory.write();
    await moveCheckpoint(client, name, batch.position);
    return true;
  });

const giveBack = async (
  { commands, log }: PolicyDeps,
  { companyId, commandId, causationId, ticketId, userId }: ReturnTicket,
  at: string,
): Promise<void> => {
  const actor = { kind: 'policy' as const, name };
  const outcome = await commands.ticket.returnOf(
    { companyId, commandId, causationId, at, actor, principal: null },
    { ticketId, userId },
  );
  if (!isRejection(outcome)) return;
  if (outcome.rejected === 'ERR_CONFLICT') throw new Error(`lost every race for ticket ${ticketId}`);
  log.warn({ policy: name, ticketId, rejected: outcome.rejected }, 'policy was refused');
};

const inTransaction = async <Result>(
  pool: Pool,
  run: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await run(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};
