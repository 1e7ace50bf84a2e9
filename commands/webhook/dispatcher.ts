import { type DueDelivery, dueOf, endpointsDue } from './delivery-rows.ts';
import { judge } from './retries.ts';
import { type SendingDeps, sendDelivery } from './send-delivery.ts';
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

/** Each endpoint has turns of its own: however slow one is, no other waits for it. */
export const createDispatcher = (deps: DispatcherDeps): Dispatcher => {
  const { pool, log, now, chance = Math.random } = deps;
  const sending = new Map<string, Set<string>>();
  const failing = new Set<string>();
  const filling = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const running = new Set<Promise<void>>();
  let stopped = false;

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
      .then(() => fill(endpointId))
      .catch(failed)
      .finally(() => running.delete(run));
    running.add(run);
  };
  const send = async (delivery: DueDelivery): Promise<void> => {
    const sent = await sendDelivery(deps, delivery, now());
    if (sent && judge(sent, 1, 0).result === 'delivered') failing.delete(delivery.endpointId);
    else if (sent) failing.add(delivery.endpointId);
    await settleDelivery(deps, delivery, sent, { now: now(), chance: chance() });
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
