import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../bench/whatsapp/processes.ts';
import type { Product } from '../system/product.ts';
import type { Stores } from './options.ts';

/** Everything but the simulator, which stands for the world outside, and the connector that has no connections. */
const services = ['connector', 'projections', 'commands', 'gateway'] as const;
type Victim = (typeof services)[number] | 'eventstore' | 'postgres';

/** So long the event store answers nobody before the last two are killed. */
const standsStillMs = 3_000;

/**
 * Kills each process of the product in turn, evenly over the time, and waits until the supervisor has it back. In the
 * end the connector is killed while the event store stands still, so that what the connector has acknowledged to
 * WhatsApp has not come to the log, and the event store with it. Stores that were given are left alone.
 */
export const killInTurn = async (
  product: Product,
  stores: Stores,
  { durationMs, say }: { readonly durationMs: number; readonly say: (line: string) => void },
): Promise<void> => {
  const victims: readonly Victim[] = [
    ...services,
    ...(stores.eventstore ? [] : ['eventstore' as const]),
    ...(stores.database ? [] : ['postgres' as const]),
  ];
  const begun = performance.now();
  const pidOf = (name: string): number => {
    const pid = product.running().services[name]?.pid;
    if (!pid) throw new Error(`${name} does not run`);
    return pid;
  };
  const untilTurn = (turn: number) => {
    const due = begun + ((turn + 0.5) * durationMs) / (victims.length + 1);
    return pause(Math.max(0, due - performance.now()));
  };
  const kill = async (victim: Victim) => {
    const pid = pidOf(victim);
    process.kill(pid, 'SIGKILL');
    const killed = performance.now();
    const now = () => product.running().services[victim]?.pid;
    await until(`${victim} is started again`, () => ![undefined, pid].includes(now()));
    say(`${victim} was killed, and is started again after ${Math.round(performance.now() - killed)} ms`);
  };

  for (const [turn, victim] of victims.entries()) {
    await untilTurn(turn);
    await kill(victim);
  }
  if (stores.eventstore) return;
  await untilTurn(victims.length);
  process.kill(pidOf('eventstore'), 'SIGSTOP');
  say('the event store stands still');
  await pause(standsStillMs);
  await Promise.all([kill('connector'), kill('eventstore')]);
};
