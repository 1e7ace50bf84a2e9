import type { Pool, PoolClient } from 'pg';
import { backOffMs } from '#domain/shared/back-off.ts';
import { inTransaction } from '../database/transaction.ts';
import { failureOf, isOfSome } from './failures.ts';
import { problemOf, tryAllAgain } from './parked-rows.ts';

/** One piece of a worker's work, such as a row that is due. */
export type Piece = { readonly key: string; readonly companyId: string };

/** It is not to be done yet, and nothing is wrong with it. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

type Client = Pick<PoolClient, 'query'>;

export type AsideOptions = {
  readonly pool: Pool;
  /** As readiness names it. */
  readonly worker: string;
  readonly log: { readonly warn: (details: object, message: string) => void };
};

/** What a worker could not do, each with a back-off of its own, so that it holds up nothing else. */
export type Aside = {
  /** Everything that was set aside is tried at once: call it when the worker begins, its program may be another one now. */
  readonly begin: () => Promise<void>;
  /** Which pieces are not to be tried now. Reads what was set aside; call it before each round of work. */
  readonly look: () => Promise<ReadonlySet<string>>;
  /**
   * Does one piece of work; answers whether it was done. What fails is set aside, with a back-off of its own. Throws
   * outages and what concerns all work.
   */
  readonly attempt: (piece: Piece, work: () => Promise<void>) => Promise<boolean>;
  /** Notes in a transaction that a piece has failed. */
  readonly failed: (client: Client, piece: Piece, error: unknown) => Promise<void>;
  /** Notes in a transaction that a piece is done; nothing where it was never set aside. */
  readonly done: (client: Client, piece: Piece) => Promise<void>;
};

const back = { firstMs: 2_000, longestMs: 300_000 };
const mostKept = 10_000;
/** Where nothing is set aside it is looked no more often for what other processes have. */
const quietMs = 2_000;
const none: ReadonlySet<string> = new Set();
/** What nobody has tried for so long is not there any more. */
const goneAfter = `interval '5 minutes'`;

/** What a worker has set aside, in `parking.parked`. */
export const openAside = ({ pool, worker, log }: AsideOptions): Aside => {
  let known = new Set<string>();
  let quietUntil = 0;

  const failed: Aside['failed'] = async (client, { key, companyId }, error) => {
    log.warn({ err: error, worker, key, companyId }, 'work failed and is tried again');
    known.add(key);
    const { reason, missing } = problemOf(error);
    const { rows } = await client.query<{ tries: number }>(
      'select tries from parking.parked where follower = $1 and scope = $2 and name = $3',
      [worker, 'row', key],
    );
    const tries = (rows[0]?.tries ?? 0) + 1;
    const afterMs = backOffMs(tries, back, Math.random());
    await client.query(note, [worker, key, companyId, reason, missing, afterMs]);
  };
  const done: Aside['done'] = async (client, { key }) => {
    if (!known.delete(key)) return;
    await client.query('delete from parking.parked where follower = $1 and scope = $2 and name = $3', [
      ...[worker, 'row', key],
    ]);
  };

  return {
    failed,
    done,
    begin: () => tryAllAgain(pool, [worker]),
    look: async () => {
      if (known.size === 0 && performance.now() < quietUntil) return none;
      quietUntil = performance.now() + quietMs;
      const { rows } = await pool.query<{ name: string; waits: boolean }>(
        `with gone as (
           delete from parking.parked where follower = $1 and scope = 'row' and next_at < now() - ${goneAfter})
         select name, next_at > now() as waits from parking.parked
         where follower = $1 and scope = 'row' order by next_at desc limit $2`,
        [worker, mostKept],
      );
      known = new Set(rows.map(({ name }) => name));
      return new Set(rows.filter(({ waits }) => waits).map(({ name }) => name));
    },
    attempt: async (piece, work) => {
      try {
        await work();
      } catch (error) {
        if (!isOfSome(error)) throw error;
        await failed(pool, piece, error);
        return false;
      }
      await done(pool, piece);
      return true;
    },
  };
};

const note = `
  insert into parking.parked as p (follower, scope, name, company_id, reason, missing, next_at)
  values ($1, 'row', $2, $3, $4, $5::uuid[], now() + make_interval(secs => $6::float8 / 1000))
  on conflict (follower, scope, name) do update set tries = p.tries + 1, reason = excluded.reason,
    missing = excluded.missing, next_at = excluded.next_at`;

/**
 * As SQL: whether a piece may be worked on now. `worker` and `key` are expressions: a parameter, a column, a text in
 * quotes.
 */
export const mayBeTried = (worker: string, key: string): string => `not exists (
  select from parking.parked aside where aside.follower = ${worker} and aside.scope = 'row' and aside.name = ${key}
    and aside.next_at > now())`;

export type DueRows<Row> = {
  readonly pool: Pool;
  readonly aside: Aside;
  readonly signal?: AbortSignal | undefined;
  /** So many rows at most. */
  readonly most: number;
  /** Finds the next row that is due and may be tried, and locks it: `for update skip locked`. */
  readonly next: (client: PoolClient) => Promise<Row | undefined>;
  readonly pieceOf: (row: Row) => Piece;
  /** Does the work, and writes in the row's transaction that it is done. */
  readonly work: (client: PoolClient, row: Row) => Promise<void>;
  /** Writes in the row's transaction that it is not to be done yet. */
  readonly later?: (client: PoolClient, row: Row) => Promise<void>;
};

/**
 * Works off rows that are due, each in a transaction of its own; answers how many it has tried. One that fails is set
 * aside and tried again later, and the next one has its turn. Throws outages and what concerns all work.
 */
export const workOff = async <Row>(rows: DueRows<Row>): Promise<number> => {
  const { aside, most, signal } = rows;
  await aside.look();
  for (let tried = 0; tried < most; tried += 1) {
    if (signal?.aborted || !(await workOffOne(rows))) return tried;
  }
  return most;
};

const workOffOne = <Row>({ pool, aside, next, pieceOf, work, later }: DueRows<Row>): Promise<boolean> =>
  inTransaction(pool, async client => {
    const row = await next(client);
    if (row === undefined) return false;
    const failed = await failureOf(client, () => work(client, row));
    if (failed?.thrown instanceof NotYet && later) await later(client, row);
    else if (failed) await aside.failed(client, pieceOf(row), failed.thrown);
    else await aside.done(client, pieceOf(row));
    return true;
  });
