import { setMaxListeners } from 'node:events';
import { type EventsDeps, followEvents } from './follow-events.ts';
import { type DeliveriesDeps, runDeliveries } from './run-deliveries.ts';

/** Tells endpoints outside what happens, until the signal aborts. */
export const keepWebhooks = async (deps: EventsDeps & DeliveriesDeps): Promise<void> => {
  setMaxListeners(100, deps.signal);
  await Promise.all([followEvents(deps), runDeliveries(deps)]);
};
