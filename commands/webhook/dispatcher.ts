import { LRUCache } from 'lru-cache';
import { backOffMs } from '#domain/shared/back-off.ts';
import { kindOfFailure, outageOf } from '#domain/shared/outage.ts';
import { putOff, setAside } from './delivery-outcomes.ts';
import { bringForward, type DueDelivery, dueOf, endpointsDue } from './delivery-rows.ts';
import { isDelivered } from './retries.ts';
import { DeliveryUnmade, type SendingDeps, sendDelivery } from './send-delivery.ts';
import { type SettlingDeps, settleDelivery } from './settle-delivery.ts';

export type DispatcherDeps = SendingDeps &
  SettlingDeps & {
    readonly now: () => Date;
    /** 0 to 1; chance by default. */
    readonly chance?: () => number;
  };

export type Dispatcher = {
  /** Begins to send what is due, of some endpoints or of all; does not wait for its end. Throws where it cannot look. */
  readonly look: (endpointIds?: readonly string[]) => Promise<void>;
  /** Resolves once nothing is being sent. */
  readonly idle: () => Promise<void>;
  /** Begins nothing more, and waits a little for what is being sent. */
  readonly stop: () => Promise<void>;
};

/** So many go to one endpoint at once; to one that fails, one after the other. */
const atOnce = 8;
const stopWithinMs = 3_000;
/** How often what waits for endpoints that answer again is brought forward. */
const aheadEveryMs = 1_000;
/** What cannot be made is looked at again, less and less often: somebody has to mend something. */
const afterUnmade = { firstMs: 5_000, longestMs: 15 * 60_000 };
/** Our own stores come back without anybody's doing. */
const afterOutage = { firstMs: 2_000, longestMs: 30_000 };

/** Each endpoint has turns of its own: however slow one is, no other waits for it. */
export const createDispatcher = (deps: DispatcherDeps): Dispatcher => {
  const { pool, log, now, chance = Math.random } = deps;
  const sending = new Map<string, Set<string>>();
  const failing = new Set<string>();
  const filling = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const running = new Set<Promise<void>>();
  /** How often in a row our own stores could not be reached for a delivery. */
  const unreachable = new LRUCache<string, number>({ max: 10_000 });
  let stopped = false;
  let aheadAt = Number.NEGATIVE_INFINITY;

  const bringWaitingForward = async (): Promise<void> => {
    const at = now().getTime();
    if (Math.abs(at - aheadAt) < aheadEveryMs) return;
    aheadAt = at;
    await bringForward(pool, new Date(at));
  };
  const fill = (endpointId: string): Promise<void> => {
    const under = filling.get(endpointId);
    if (under !== undefined) {
      again.add(endpointId);
      return under;
    }
    const filled = fillOnce(endpointId).finally(() => {
      filling.delete(endpointId);
      if (again.delete(endpointId)) void fill(endpointId).catch(failed);
    });
    filling.set(endpointId, filled);
    return filled;
  };
  const fillOnce = async (endpointId: string): Promise<void> => {
    const busy = sending.get(endpointId) ?? new Set();
    const most = (failing.has(endpointId) ? 1 : atOnce) - busy.size;
    if (stopped || most <= 0) return;
    const due = await dueOf(pool, endpointId, { now: now(), most, but: [...busy] });
    for (const delivery of due) if (!stopped) begin(delivery, busy);
  };
  const begin = (delivery: DueDelivery, busy: Set<string>): void => {
    const { endpointId, id } = delivery;
    busy.add(id);
    sending.set(endpointId, busy);
    const done = () => {
      busy.delete(id);
      if (busy.size === 0) sending.delete(endpointId);
    };
    const run = send(delivery)
      .finally(done)
      .then(goesOn => (goesOn ? fill(endpointId) : undefined))
      .catch(failed)
      .finally(() => running.delete(run));
    running.add(run);
  };
  /** Answers false where our own stores are away: what is due then waits for a later look. */
  const send = async (delivery: DueDelivery): Promise<boolean> => {
    try {
      const sent = await sendDelivery(deps, delivery, now());
      if (sent && isDelivered(sent)) failing.delete(delivery.endpointId);
      else if (sent) failing.add(delivery.endpointId);
      await settleDelivery(deps, delivery, sent, { now: now(), chance: chance() });
      unreachable.delete(delivery.id);
      return true;
    } catch (error) {
      return await wait(delivery, error);
    }
  };
  /** One that cannot be made waits alone: whatever else is due for its endpoint goes on. */
  const wait = async (delivery: DueDelivery, error: unknown): Promise<boolean> => {
    const at = now();
    const kind = kindOfFailure(error);
    if (kind === 'outage' || kind === 'race') {
      const failures = (unreachable.get(delivery.id) ?? 0) + 1;
      unreachable.set(delivery.id, failures);
      failed(error);
      await putOff(pool, delivery, later(at, backOffMs(failures, afterOutage, chance())));
      return false;
    }
    unreachable.delete(delivery.id);
    const { id, endpointId, companyId, category, entityId } = delivery;
    const details = { err: error, id, endpointId, companyId, stream: `${category} ${entityId}` };
    log.warn(details, 'a delivery to a webhook failed for a reason of ours, and waits');
    const problem = error instanceof DeliveryUnmade ? error.problem : 'unreadable';
    const nextAt = later(at, backOffMs(delivery.unmade + 1, afterUnmade, chance()));
    await setAside(pool, delivery, { problem, reason: outageOf(error).reason, at, nextAt });
    return true;
  };
  /** Our own stores: it stays due, and is found by a later look. */
  const failed = (error: unknown) => {
    // What is still under way when the service ends finds no connection to Postgres any more.
    if (!stopped) log.warn({ err: error }, 'a delivery to a webhook could not be made');
  };

  const idle = async () => {
    while (running.size > 0 || filling.size > 0) await Promise.allSettled([...running, ...filling.values()]);
  };
  return {
    look: async among => {
      if (stopped) return;
      if (!among) await bringWaitingForward();
      const due = await endpointsDue(pool, now(), among);
      for (const { id, isFailing } of due) if (isFailing) failing.add(id);
      await Promise.all(due.map(({ id }) => fill(id)));
    },
    idle,
    stop: async () => {
      stopped = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, stopWithinMs);
      await Promise.race([idle(), promise]);
      clearTimeout(timer);
    },
  };
};

const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);
