import type { ClientBase } from 'pg';
import type { Batch, EventStore } from '#eventstore/types.ts';
import { readCheckpoint, readParkedOf } from './checkpoint.ts';
import { endingAt } from './ending-at.ts';
import type { Applier } from './kit/apply.ts';
import { notifyAll } from './kit/notes.ts';
import type { Projection } from './kit/projection.ts';
import type { Table } from './kit/table.ts';

export type Promotion = {
  readonly projection: Projection;
  readonly client: ClientBase;
  readonly applier: Applier;
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
  readonly signal: AbortSignal;
  /** The schema of the new copy, and where it stands. */
  readonly schema: string;
  readonly position: number;
  /** Tables of the live copy that stay: those of the new one are added to them. */
  readonly kept?: readonly Table[];
};

/** The new tables cannot be folded alone: build the whole read model anew. */
export class CannotAdd extends Error {}

/** What happened while nothing was live is notified of one by one up to so many events; beyond, all is to be read anew. */
const notifiedAtMost = 2_000;
const patience = 15_000;

/**
 * Puts a caught-up copy in the place of the live one. The live checkpoint is held meanwhile, so that the live
 * runner waits; what it had not notified yet is notified in this transaction. Afterwards the live runner finds its
 * checkpoint elsewhere and goes on from the new one. Answers the new position.
 */
export const promote = async (options: Promotion): Promise<number> => {
  const { projection, client, schema, kept } = options;
  const { name } = projection;
  const old = `${name}_old`;
  await client.query(`drop schema if exists ${old} cascade`);
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${patience}'`);
    await client.query('select 1 from projection.checkpoint where name = $1 for update', [name]);
    const live = await readCheckpoint(client, name);
    if (kept && (!live?.sure || (await readParkedOf(client, name)).length > 0)) throw new CannotAdd();
    // Tables that stay are where the live checkpoint is, and so must the new ones be.
    const store = kept ? endingAt(options.store, live?.position ?? 0) : options.store;
    const reached = await followUp({ ...options, store }, live?.position ?? 0);
    const position = Math.max(reached, live?.sure ? live.position : 0);
    const waiting = await someParked(client, name);
    if (kept) await moveTables(client, kept, name, schema);
    if (live) await client.query(`alter schema ${name} rename to ${old}`);
    await client.query(`alter schema ${schema} rename to ${name}`);
    await client.query('delete from projection.checkpoint where name = $1', [name]);
    await client.query(
      `update projection.checkpoint
       set name = $1, position = $3, event_position = $3, live = $4, head = greatest(head, $3, $5), updated_at = now(), taken_up = $6
       where name = $2`,
      [
        ...[name, schema, position, live?.live ?? false, live?.head ?? 0],
        waiting.length > 0 ? position : (live?.takenUp ?? null),
      ],
    );
    await client.query('delete from projection.parked where name = $1', [name]);
    await client.query('update projection.parked set name = $1 where name = $2', [name, schema]);
    // Rows that were taken up bear old positions: nobody is notified of them one by one.
    if (waiting.length > 0) await notifyAll(client, name, position);
    await client.query('commit');
    await client.query(`drop schema if exists ${old} cascade`);
    return position;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

const moveTables = async (
  client: ClientBase,
  tables: readonly Table[],
  from: string,
  to: string,
): Promise<void> => {
  for (const { name, searched } of tables) {
    await client.query(`alter table ${from}.${name} set schema ${to}`);
    if (searched) await client.query(`alter view ${from}.own_${name} set schema ${to}`);
  }
};

/** Reads on to where the log's end is now. The live one cannot have come further: it stands still. */
const followUp = async (options: Promotion, livePosition: number): Promise<number> => {
  const { projection, client, applier, store, schema } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(patience)]);
  const { categories } = projection;
  let position = options.position;
  let notified = 0;
  const apply = async (batch: Batch, notify: boolean) => {
    if (batch.position <= position && batch.events.length === 0 && !batch.unreadable) return;
    if (!(await applier.apply(client, position, batch, notify))) throw new Error(`${schema} was taken away`);
    position = batch.position;
  };
  const end = await store.head();
  if (position > livePosition) await notifyAll(client, projection.name, position);
  for await (const batch of store.subscribe({
    after: position || undefined,
    categories,
    maxBatch: 500,
    unreadable: 'given',
    signal,
  })) {
    const unnotified = batch.events.filter(event => event.position > livePosition);
    const known = batch.events.slice(0, batch.events.length - unnotified.length);
    const last = known.at(-1)?.position;
    if (last !== undefined) await apply({ ...batch, events: known, position: last }, false);
    notified += unnotified.length;
    await apply({ ...batch, events: unnotified }, unnotified.length > 0 && notified <= notifiedAtMost);
    if (batch.live || position >= end) break;
  }
  signal.throwIfAborted();
  if (notified > notifiedAtMost) await notifyAll(client, projection.name, position);
  return position;
};

const someParked = async (client: ClientBase, name: string): Promise<readonly unknown[]> =>
  (await client.query('select 1 from projection.parked where name = $1 limit 1', [name])).rows;
