import { setTimeout as pause } from 'node:timers/promises';
import { proportionalMb } from '../memory.ts';
import type { Figures } from './compare.ts';
import { pair } from './ours.ts';
import type { Premises } from './premises.ts';
import { atRest, endProcess, meter, until } from './processes.ts';

const atOnce = 5;
const watchedMs = 10_000;

/** What a connector takes that holds many sessions in which nothing happens, from its start on. */
export const measureIdle = async (
  premises: Premises,
  { sessions, note }: { readonly sessions: number; readonly note: (figures: Figures) => void },
): Promise<void> => {
  const { simulator } = premises;
  const numbers = Array.from({ length: sessions }, (_, n) => String(5531900000000 + n));
  const first = await premises.startConnector();
  for (let from = 0; from < numbers.length; from += atOnce) {
    const some = numbers.slice(from, from + atOnce);
    for (const number of some) await simulator.post('/phones', { number, name: 'Acme' });
    await pair(premises, some);
  }
  await atRest(first.pid);
  const paired = proportionalMb(first.pid);
  await endProcess(first.child);
  const second = await premises.startConnector();
  await until('all are connected again', async () => {
    const { online } = await simulator.get<{ online: number }>('/stats');
    return online > sessions;
  });
  await atRest(second.pid);
  const worked = meter({ connector: second.pid });
  await pause(watchedMs);
  const { connector = 0 } = worked();
  const memory = proportionalMb(second.pid);
  note({
    measured: `${sessions} idle sessions`,
    ours: `${Math.round(memory)} MB (${Math.round(paired)} after pairing)`,
    ...{ bare: '-', target: 'under 250 MB', others: '-' },
    cpu: `${Math.round(connector)} ms in 10 s`,
  });
};
