import type { Pool } from 'pg';

/** How one follower of the log stands, over all processes that follow under its name. */
export type Follower = {
  /** For instance `projection inbox`, `policy erase-contacts`, `connector beta`. */
  readonly name: string;
  readonly ok: boolean;
  /**
   * `missing`: it was never there. `silent`: its process says nothing any more. `stopped`: it does not try any more.
   * `failing`: it tries, and does not succeed. `late`: what it has to take in waits.
   */
  readonly trouble: 'missing' | 'silent' | 'stopped' | 'failing' | 'late' | null;
  /** In words, without personal data. */
  readonly problem: string | null;
  readonly position: number | null;
  /** The age of the oldest event that it has not taken in, as far as is known; 0 when none waits. */
  readonly lagSeconds: number;
  readonly silentSeconds: number | null;
  readonly failingSeconds: number;
  readonly succeededAt: string | null;
  readonly failingSince: string | null;
};

/** What one process has said of one of its followers, with ages in seconds by the clock of Postgres. */
export type FollowerRow = {
  readonly name: string;
  readonly position: number;
  readonly waiting: number | null;
  readonly silent: number;
  readonly failing: number | null;
  readonly problem: string | null;
  readonly stopped: boolean;
  readonly succeededAt: Date | string | null;
  readonly failingSince: Date | string | null;
};

/** Five beats of the heart. */
const silentAfterSeconds = 10;
/** So long may an outage last, or an event wait, before it counts. */
const toleranceSeconds = 10;

const undefinedTable = '42P01';

const rowsText = `
  select name, position::float8 as position, extract(epoch from now() - waiting_since)::float8 as waiting,
    extract(epoch from now() - beaten_at)::float8 as silent, extract(epoch from now() - failing_since)::float8 as failing,
    problem, stopped, succeeded_at as "succeededAt", failing_since as "failingSince"
  from following.follower`;

/**
 * Every follower of the log by name, in order: those that `expected` names, and all others that have ever been there.
 * One short query. Throws what Postgres says; before any process has made the table nothing has been said.
 */
export const readFollowers = async (
  pool: Pool,
  expected: readonly string[] = [],
): Promise<readonly Follower[]> => {
  const rows = await pool.query<FollowerRow>(rowsText).then(
    result => result.rows,
    error => {
      if (error instanceof Error && 'code' in error && error.code === undefinedTable) return [];
      throw error;
    },
  );
  return followersOf(rows, expected);
};

/** Of several processes that follow under one name the healthiest counts. */
export const followersOf = (
  rows: readonly FollowerRow[],
  expected: readonly string[] = [],
): readonly Follower[] => {
  const byName = new Map<string, Follower>(expected.map(name => [name, missing(name)]));
  for (const row of rows) {
    const follower = judged(row);
    const known = byName.get(row.name);
    if (!known || isBetter(follower, known)) byName.set(row.name, follower);
  }
  return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

const judged = (row: FollowerRow): Follower => {
  const { name, position, problem, stopped } = row;
  const failing = row.failing ?? 0;
  const lag = Math.max(0, row.waiting ?? 0);
  const trouble = troubleOf({ silent: row.silent, stopped, failing, lag });
  return {
    ...{ name, ok: trouble === null, trouble, problem, position },
    lagSeconds: round(lag),
    silentSeconds: round(row.silent),
    failingSeconds: round(failing),
    succeededAt: instant(row.succeededAt),
    failingSince: instant(row.failingSince),
  };
};

type Ages = {
  readonly silent: number;
  readonly stopped: boolean;
  readonly failing: number;
  readonly lag: number;
};

const troubleOf = ({ silent, stopped, failing, lag }: Ages): Follower['trouble'] => {
  if (silent > silentAfterSeconds) return 'silent';
  if (stopped) return 'stopped';
  if (failing > toleranceSeconds) return 'failing';
  return lag > toleranceSeconds ? 'late' : null;
};

const missing = (name: string): Follower => ({
  ...{ name, ok: false, trouble: 'missing', problem: null, position: null },
  ...{ lagSeconds: 0, silentSeconds: null, failingSeconds: 0, succeededAt: null, failingSince: null },
});

const fromBest: readonly Follower['trouble'][] = [null, 'late', 'failing', 'stopped', 'silent', 'missing'];

const isBetter = (one: Follower, other: Follower): boolean => {
  const rank = fromBest.indexOf(one.trouble) - fromBest.indexOf(other.trouble);
  return rank < 0 || (rank === 0 && (one.silentSeconds ?? 0) < (other.silentSeconds ?? 0));
};

const round = (seconds: number): number => Math.round(Math.max(0, seconds) * 10) / 10;

const instant = (at: Date | string | null): string | null =>
  at === null ? null : new Date(at).toISOString();
