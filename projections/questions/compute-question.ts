import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { readSure } from '#eventstore/follow/sure-position.ts';
import type { Batch, EventStore, Position } from '#eventstore/types.ts';
import { applyEvents } from './apply.ts';
import { lockProgress, type QuestionsDeps } from './follow-questions.ts';
import { readCategories } from './names.ts';
import type { Version } from './versions.ts';

type ComputingDeps = Pick<QuestionsDeps, 'pool' | 'signal'> & {
  readonly store: Pick<EventStore, 'subscribe' | 'lastBefore'>;
};

/** `done`: it follows the log from now on. `stopped`: it was cancelled, is gone, or another process computes it. */
export type Computed = 'done' | 'stopped' | 'aborted';
type Step = Computed | 'more';

/**
 * Reads a company's history for one version, from where it stands to where the others are, and lets it follow with them
 * then. Each batch is a transaction with its checkpoint, so that whoever goes on after a crash counts nothing twice.
 */
export const computeVersion = async (
  { pool, store, signal }: ComputingDeps,
  version: Version,
  maxBatch = 1_000,
): Promise<Computed> => {
  const { companyId } = version;
  let position = await begin(pool, store, version);
  if (position === undefined) return 'stopped';
  const ended = new AbortController();
  const batches = store.subscribe({
    ...{ companyId, categories: [...readCategories], after: position || undefined, maxBatch },
    signal: AbortSignal.any([signal, ended.signal]),
  });
  try {
    for await (const batch of batches) {
      if (signal.aborted) return 'aborted';
      const step = await takeHistory(pool, version, { batch, from: position });
      if (step !== 'more') return step;
      position = Math.max(position, batch.position);
    }
    return 'aborted';
  } finally {
    ended.abort();
  }
};

const begin = (pool: Pool, store: ComputingDeps['store'], { id }: Version): Promise<Position | undefined> =>
  inTransaction(pool, async client => {
    const text = `update questions.version set state = 'computing'
      where id = $1 and state in ('waiting', 'computing')`;
    if ((await client.query(text, [id])).rowCount === 0) return undefined;
    const row = { table: 'questions.version', where: 'id = $1', values: [id] };
    return (await readSure(client, store, row))?.position;
  });

type Read = { readonly batch: Batch; readonly from: Position };

const takeHistory = (pool: Pool, version: Version, { batch, from }: Read): Promise<Step> =>
  inTransaction(pool, async client => {
    // What all follow stands still only while this may be the last batch.
    const mayEnd = batch.live || batch.position >= (await readProgress(client));
    const shown = mayEnd ? await lockProgress(client) : Number.POSITIVE_INFINITY;
    const standing = await lockVersion(client, version);
    if (standing?.state !== 'computing' || standing.position !== from) return 'stopped';
    const run = { run: version.id, versions: [version] };
    await applyEvents(
      client,
      run,
      batch.events.filter(({ position }) => position <= shown),
    );
    if (mayEnd && batch.position >= standing.heard) {
      await joinOthers(client, version);
      return 'done';
    }
    await client.query('update questions.version set position = $2, event_position = $2 where id = $1', [
      version.id,
      Math.max(from, batch.position),
    ]);
    return 'more';
  });

const readProgress = async (client: ClientBase): Promise<Position> =>
  (await client.query<{ position: number }>('select position::float8 as position from questions.progress'))
    .rows[0]?.position ?? 0;

type Standing = { readonly state: string; readonly position: Position; readonly heard: Position };
const lockVersion = async (client: ClientBase, { id }: Version): Promise<Standing | undefined> =>
  (
    await client.query<Standing>(
      `select state, position::float8 as position, heard::float8 as heard from questions.version
       where id = $1 for update`,
      [id],
    )
  ).rows[0];

/** What it knows of the tickets is what all others know that follow, or becomes so where it is the first. */
const joinOthers = async (client: ClientBase, { id, companyId }: Version): Promise<void> => {
  const { rows } = await client.query(
    `select from questions.version where company_id = $1 and state = 'live' limit 1`,
    [companyId],
  );
  await client.query(
    rows.length > 0
      ? 'delete from questions.note where run = $1'
      : `with gone as (delete from questions.note where run = $1 returning subject_id, note)
         insert into questions.note (run, subject_id, note)
         select '${companyId}'::uuid, subject_id, note from gone`,
    [id],
  );
  await client.query(`update questions.version set state = 'live' where id = $1`, [id]);
};
