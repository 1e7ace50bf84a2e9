import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../bench/whatsapp/processes.ts';
import type { Product } from '../system/product.ts';

/** Everything but the simulator, which stands for the world outside, and the connector that has no connections. */
const victims = ['connector', 'projections', 'commands', 'gateway', 'eventstore', 'postgres'] as const;

/** Kills each process of the product in turn, evenly over the time, and waits until the supervisor has it back. */
export const killInTurn = async (
  product: Product,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  const begun = performance.now();
  const pidOf = (name: string) => product.running().services[name]?.pid;
  for (const [turn, victim] of victims.entries()) {
    const due = begun + ((turn + 0.5) * durationMs) / victims.length;
    await pause(Math.max(0, due - performance.now()));
    const pid = pidOf(victim);
    if (!pid) throw new Error(`${victim} does not run`);
    process.kill(pid, 'SIGKILL');
    const killed = performance.now();
    await until(`${victim} is started again`, () => ![undefined, pid].includes(pidOf(victim)));
    say(`${victim} was killed, and is started again after ${Math.round(performance.now() - killed)} ms`);
  }
};
