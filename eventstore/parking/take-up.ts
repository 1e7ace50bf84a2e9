import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { type FollowerReport, unwatched } from '../follow/report.ts';
import type { PersonKeys } from '../person-keys.ts';
import { type Failed, failureOf, isLostRace } from './failures.ts';
import { keepLooking } from './keep-looking.ts';
import type { Item, Parkable } from './order.ts';
import {
  countWaiting,
  type DueEvent,
  lockDue,
  missedKeys,
  moveParked,
  problemOf,
  readDue,
  restMs,
  tryAllAgain,
  tryWithKeys,
  unpark,
} from './parked-rows.ts';
import { itsOwn, readCompany, readStream, type TakingUp } from './read-waiting.ts';

export type TakeUpDeps = {
  readonly pool: Pool;
  readonly keys: Pick<PersonKeys, 'forReading'>;
  readonly log: {
    readonly info: (details: object, message: string) => void;
    readonly warn: (details: object, message: string) => void;
  };
  readonly signal: AbortSignal;
  readonly report?: FollowerReport | undefined;
  /** How often is looked for what is to be tried; 5 s by default. */
  readonly everyMs?: number;
};

const lookEveryMs = 5_000;
const atOnce = 50;
/** So many events are handled in one transaction. */
const handledAtOnce = 200;
const afterRaceMs = 1_000;

/** A follower of whatever events, for the one loop of a process. */
export type Retried = {
  readonly follower: string;
  readonly takeUp: (deps: Pick<TakeUpDeps, 'pool' | 'log' | 'signal'>, due: DueEvent) => Promise<boolean>;
};

export const retried = <Event extends Parkable>(follower: TakingUp<Event>): Retried => ({
  follower: follower.follower,
  takeUp: (deps, due) => takeUp(deps, follower, due),
});

/**
 * Takes up what followers have parked, until the signal aborts: everything when this process starts, for it may be of
 * another version; what missed a key as soon as the key is there; and all else with growing pauses. What can be handled
 * now is, in its order, and waits no longer. Several processes may do it at once.
 */
export const keepTakingUp = async (deps: TakeUpDeps, followers: readonly Retried[]): Promise<void> => {
  const { pool, log, signal, report = unwatched, everyMs = lookEveryMs } = deps;
  const names = followers.map(({ follower }) => follower);
  await keepLooking(
    { log, report, signal, everyMs, begin: () => tryAllAgain(pool, names), atOnceAfter: atOnce },
    async () => {
      await lookForKeys(deps);
      const due = await readDue(pool, names, atOnce);
      for (const each of due) {
        if (signal.aborted) break;
        await followers.find(({ follower }) => follower === each.follower)?.takeUp(deps, each);
      }
      return due.length;
    },
  );
};

/** For workers, too: whoever looks has what waits for keys tried. */
const lookForKeys = async ({ pool, keys }: TakeUpDeps): Promise<void> => {
  const missed = await missedKeys(pool);
  if (missed.length === 0) return;
  const there = await keys.forReading(missed);
  if (there.size > 0) await tryWithKeys(pool, [...there.keys()]);
};

/**
 * Handles what waits of one stream, group or company, in its order, up to what still cannot be handled. Answers whether
 * nothing of it waits any more. Throws outages.
 */
export const takeUp = async <Event extends Parkable>(
  deps: Pick<TakeUpDeps, 'pool' | 'log' | 'signal'>,
  follower: TakingUp<Event>,
  due: DueEvent,
): Promise<boolean> => {
  for (let at: DueEvent | undefined = due; at && !deps.signal.aborted; ) {
    const step: Step = await takeStep(deps, follower, at);
    if (step === 'waits') return false;
    if (step === 'done') {
      const { scope, companyId, stream } = due;
      deps.log.info({ follower: due.follower, companyId, stream }, `a ${scope} that was parked is taken up`);
      return true;
    }
    at = step;
  }
  return false;
};

/** `waits`: it cannot be handled yet. Otherwise from where it goes on at once. */
type Step = 'done' | 'waits' | DueEvent;

const takeStep = async <Event extends Parkable>(
  { pool, signal }: Pick<TakeUpDeps, 'pool' | 'signal'>,
  follower: TakingUp<Event>,
  due: DueEvent,
): Promise<Step> => {
  const read = due.scope === 'stream' ? undefined : await readCompany(follower, due, signal);
  const done: Event[] = [];
  const step = await inTransaction(pool, async (client): Promise<Step> => {
    // In the order in which a follower takes a batch in: its checkpoint first.
    const shown = await follower.lock(client);
    const row = await lockDue(client, due);
    if (!row || shown === undefined) return 'waits';
    if (row.position !== due.position) return row;
    const found = read ?? (await readStream(follower, row));
    const items = found.items.filter(({ place }) => place.position <= shown);
    const own = await itsOwn(client, follower, row, items);
    const part = own.slice(0, handledAtOnce);
    const handled = await handleInOrder(client, follower, row, part);
    done.push(...part.slice(0, handled.count).flatMap(({ event }) => (event ? [event] : [])));
    const stopped = part[handled.count];
    if (stopped) return putOff(client, row, { part, stopped: stopped.place }, handled);
    if (own.length > part.length || found.reached < shown)
      return goOn(client, row, part.at(-1)?.place, own.length > part.length ? undefined : found.reached);
    await unpark(client, row);
    return 'done';
  });
  if (done.length > 0) await follower.handled?.(done);
  return step;
};

/** It waits from behind what is done, and goes on from there at once. */
const goOn = async (
  client: PoolClient,
  row: DueEvent,
  last: Parkable | undefined,
  reached = last?.position ?? row.resumeAt,
): Promise<DueEvent> => {
  const revision = last ? last.revision + 1 : row.revision;
  const position = Math.max(row.position, reached + 1);
  const to = { ...row, revision, position, resumeAt: reached, tries: 1 };
  await moveParked(client, row, to, { afterMs: 0 });
  return to;
};

type Handled = { readonly count: number; readonly failed?: Failed; readonly isBehind?: true };

/** Handles events up to the first that cannot be, and answers how many that were. */
const handleInOrder = async <Event extends Parkable>(
  client: PoolClient,
  follower: TakingUp<Event>,
  row: DueEvent,
  items: readonly Item<Event>[],
): Promise<Handled> => {
  const end = await endOf(client, follower, row, items);
  const events = items.slice(0, end.count).flatMap(({ event }) => (event ? [event] : []));
  if (events.length === 0) return end;
  if (!(await failureOf(client, () => follower.handle(client, events)))) return end;
  for (const [count, event] of events.entries()) {
    const failed = await failureOf(client, () => follower.handle(client, [event]));
    if (failed) return { count, failed };
  }
  return end;
};

/** In front of what cannot be read, or needs what still waits. */
const endOf = async <Event extends Parkable>(
  client: PoolClient,
  { follower, order = {} }: TakingUp<Event>,
  row: DueEvent,
  items: readonly Item<Event>[],
): Promise<Handled> => {
  for (const [count, { event, error, place }] of items.entries()) {
    if (!event) return { count, failed: { thrown: error } };
    if (!order.needsAllBefore?.(event)) continue;
    const before = { companyId: place.companyId, before: place.position, but: row };
    if ((await countWaiting(client, follower, before)) > 0) return { count, isBehind: true };
  }
  return { count: items.length };
};

type Stop<Event> = { readonly part: readonly Item<Event>[]; readonly stopped: Parkable };

const putOff = async <Event>(
  client: PoolClient,
  row: DueEvent,
  { part, stopped }: Stop<Event>,
  { count, failed }: Handled,
): Promise<Step> => {
  const isRace = failed !== undefined && isLostRace(failed.thrown);
  const problem = failed && !isRace ? problemOf(failed.thrown) : undefined;
  const tries = count > 0 ? 1 : row.tries + (problem ? 1 : 0);
  const afterMs = problem ? restMs(tries, problem) : isRace ? afterRaceMs : lookEveryMs;
  const { stream, revision, position, id: eventId, type: eventType } = stopped;
  const resumeAt = part[count - 1]?.place.position ?? row.resumeAt;
  const to = { stream, revision, position, resumeAt, eventId, eventType, tries };
  await moveParked(client, row, to, { afterMs, problem });
  return 'waits';
};
