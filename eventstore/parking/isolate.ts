import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { Given, Position } from '../types.ts';
import { failureAgain, failureOf, isLostRace, isOfSome } from './failures.ts';
import {
  createWaiting,
  type Item,
  itemOf,
  type Order,
  type Parkable,
  scopeOf,
  unreadableItem,
  type WaitingPlaces,
} from './order.ts';
import {
  countWaiting,
  type ParkedEvent,
  type Problem,
  parkEvent,
  problemOf,
  readWaiting,
} from './parked-rows.ts';

export type ParkingOptions<Event> = {
  /** As readiness names it. */
  readonly follower: string;
  readonly order?: Order<Event>;
  readonly log: { readonly error: (details: object, message: string) => void };
  /** Called in the transaction in which an event is parked, once the rest of its batch is handled. */
  readonly onParked?: (client: PoolClient, event: Parkable) => Promise<void>;
};

/** From where a batch is taken in, and whether the follower has parked anything: see `holdsParked`. */
export type Place = { readonly from: Position; readonly holds: boolean };

/**
 * Handles the events of a batch within the open transaction, in their order, without those that wait. What cannot be
 * read or handled is parked; the transaction then moves the checkpoint past it.
 */
export type TakeIn<Event> = (
  batch: Given<Event>,
  place: Place,
  handle: (events: readonly Event[]) => Promise<void>,
) => Promise<void>;

export type Work<Event, Result> = (client: PoolClient, takeIn: TakeIn<Event>) => Promise<Result>;

export type Parking<Event> = {
  /**
   * Runs the transaction of a batch; once more, with each failing event sought out, when something failed that may be one
   * event's alone. So `work` may run twice. Throws outages, races that were lost again and again, and what concerns
   * every event.
   */
  readonly transaction: <Result>(pool: Pool, work: Work<Event, Result>) => Promise<Result>;
};

/** A race that one event has lost in so many rounds is none. */
const mostRounds = 10;
/** Where so much of a company waits all of it does: one row says then what thousands would. */
const mostOfCompany = 1_000;

const behindOthers: Problem = { reason: 'events of its company before it wait', missing: [] };

/** Keeps what is wrong with one event from all others: docs/adr/0019. */
export const openParking = <Event extends Parkable>(options: ParkingOptions<Event>): Parking<Event> => {
  const { follower, log } = options;
  const racesLost = new LRUCache<string, number>({ max: 1_000 });

  /** Throws a race that may still be won. */
  const mustBeLost = (id: string, error: unknown): void => {
    const rounds = (racesLost.get(id) ?? 0) + 1;
    if (!isLostRace(error) || rounds > mostRounds) return;
    racesLost.set(id, rounds);
    throw error;
  };
  const run = async <Result>(pool: Pool, work: Work<Event, Result>, isCareful: boolean): Promise<Result> => {
    const parkedNow: [ParkedEvent, unknown][] = [];
    const result = await inTransaction(pool, client => {
      const noted = (parked: ParkedEvent, error: unknown) => parkedNow.push([parked, error]);
      return work(client, takingIn({ ...options, client, noted, isCareful, mustBeLost }));
    });
    for (const [{ scope, companyId, stream, position, eventId: id, eventType: type }, error] of parkedNow) {
      const event = { type, id, stream, position };
      log.error({ err: error, follower, companyId, event }, `a ${scope} is parked`);
    }
    return result;
  };

  return {
    transaction: async (pool, work) => {
      try {
        return await run(pool, work, false);
      } catch (error) {
        if (!isOfSome(error)) throw error;
        return run(pool, work, true);
      }
    },
  };
};

type Taking<Event> = ParkingOptions<Event> & {
  readonly client: PoolClient;
  /** Each event that fails is sought out. */
  readonly isCareful: boolean;
  readonly noted: (parked: ParkedEvent, error: unknown) => void;
  readonly mustBeLost: (eventId: string, error: unknown) => void;
};

const takingIn =
  <Event extends Parkable>(taking: Taking<Event>): TakeIn<Event> =>
  async (batch, place, handle) => {
    const { client, follower, order = {}, isCareful, mustBeLost, onParked } = taking;
    const waiting = createWaiting(order, place.holds ? await waitingOf(client, follower, batch) : []);
    const parked: Parkable[] = [];
    const park = (item: Item<Event>, problem?: Problem) => {
      parked.push(item.place);
      return parkItem(taking, waiting, place.from, item, problem);
    };
    for (const unreadable of batch.unreadable ?? []) {
      const item = unreadableItem<Event>(unreadable);
      if (!waiting.waits(item)) await park(item);
    }

    const withoutWaiting = async (events: readonly Event[]): Promise<readonly Event[]> => {
      if (!place.holds && waiting.isEmpty()) return events;
      const left: Event[] = [];
      for (const event of events) {
        if (waiting.waits(itemOf(event))) continue;
        if (await isBehindOthers(taking, event)) await park(itemOf(event), behindOthers);
        else left.push(event);
      }
      return left;
    };
    const takeIn = async (events: readonly Event[]): Promise<void> => {
      const left = await withoutWaiting(events);
      const [first] = left;
      if (!first) return;
      if (!isCareful) return handle(left);
      const failed = await failureOf(client, () => handle(left));
      if (!failed) return;
      if (left.length > 1) {
        const half = left.length >> 1;
        await takeIn(left.slice(0, half));
        return takeIn(left.slice(half));
      }
      const last = await failureAgain(client, () => handle(left), failed);
      if (!last) return;
      mustBeLost(first.id, last.thrown);
      await park({ ...itemOf(first), error: last.thrown });
    };
    await takeIn(batch.events);
    for (const event of parked) await onParked?.(client, event);
  };

const waitingOf = <Event extends Parkable>(
  client: PoolClient,
  follower: string,
  { events, unreadable = [] }: Given<Event>,
) => {
  const all: readonly Parkable[] = [...events, ...unreadable];
  const companies = [...new Set(all.map(({ companyId }) => companyId))];
  const streams = [...new Set(all.map(({ stream }) => stream))];
  return all.length === 0 ? [] : readWaiting(client, follower, { companies, streams });
};

const parkItem = async <Event extends Parkable>(
  { client, follower, order = {}, noted }: Taking<Event>,
  waiting: WaitingPlaces<Event>,
  resumeAt: Position,
  item: Item<Event>,
  problem: Problem = problemOf(item.error),
): Promise<void> => {
  const { companyId, stream, revision, position, id: eventId, type: eventType } = item.place;
  const own = scopeOf(order, item);
  const isTooMuch =
    own.scope !== 'tenant' && (await countWaiting(client, follower, { companyId })) >= mostOfCompany;
  const scope = isTooMuch ? { scope: 'tenant' as const, name: companyId } : own;
  const parked = { ...scope, companyId, stream, revision, position, resumeAt, eventId, eventType };
  await parkEvent(client, follower, parked, problem);
  waiting.add(parked);
  noted(parked, item.error);
};

/** Whether an event needs what came before it in its company, and something of that waits. */
const isBehindOthers = async <Event extends Parkable>(
  { client, follower, order = {} }: Taking<Event>,
  event: Event,
): Promise<boolean> =>
  order.needsAllBefore?.(event) === true &&
  (await countWaiting(client, follower, { companyId: event.companyId, before: event.position })) > 0;
