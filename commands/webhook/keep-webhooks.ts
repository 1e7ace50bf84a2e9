import { setMaxListeners } from 'node:events';
import { type Runner, runAll } from '#eventstore/follow/runner.ts';
import { type EventsDeps, followEvents } from './follow-events.ts';
import { webhookFollowers } from './names.ts';
import { type DeliveriesDeps, runDeliveries } from './run-deliveries.ts';

/** Tell endpoints outside what happens. */
export const webhookRunners = (deps: EventsDeps & DeliveriesDeps): readonly Runner[] => {
  setMaxListeners(100, deps.signal);
  return [
    { name: webhookFollowers.events, run: () => followEvents(deps) },
    { name: webhookFollowers.deliveries, run: () => runDeliveries(deps) },
  ];
};

/** All of it, until the signal aborts. */
export const keepWebhooks = (deps: EventsDeps & DeliveriesDeps): Promise<void> =>
  runAll(webhookRunners(deps));
