import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TicketView } from '#contracts/views.ts';
import { workedAloneMs } from '../../bench/whatsapp/processes.ts';
import { createHistogram, type Histogram } from '../histogram.ts';
import type { Fared, Seat, Wanted } from './crowd.ts';
import type { CrowdQuestion } from './crowd-process.ts';

const script = fileURLToPath(new URL('./crowd-process.ts', import.meta.url));

/** Pages in processes of their own, so that they do not wait for each other more than they must. */
export const openCrowds = (seats: readonly Seat[], processes = 2) => {
  const shares = Array.from({ length: processes }, (_, n) =>
    seats.filter((_seat, at) => at % processes === n),
  );
  const children = shares.map(() =>
    fork(script, [], { execArgv: ['--disable-warning=ExperimentalWarning'], serialization: 'advanced' }),
  );
  const all = <Answer>(question: (n: number) => CrowdQuestion): Promise<Answer[]> =>
    Promise.all(children.map((child, n) => ask<Answer>(child, question(n))));

  return {
    /** Opens a page for each seat, all of them in the time in which pages come back. */
    open: async (url: string): Promise<void> => {
      await all(n => ({ ask: 'open', url, seats: shares[n] ?? [] }));
    },
    /** Breaks all connections in one moment; the pages come back by themselves. */
    drop: async (): Promise<void> => {
      await all(() => ({ ask: 'drop' }));
    },
    /** How many pages are live and know the ticket that is wanted of their company. */
    knowing: async (wanted: readonly Wanted[]): Promise<number> =>
      (await all<number>(() => ({ ask: 'knowing', wanted }))).reduce((sum, each) => sum + each, 0),
    /** How they have fared since they were opened. */
    fared: async (): Promise<Fared> =>
      (await all<Fared>(() => ({ ask: 'fared' }))).reduce((one, other) => ({
        live: one.live + other.live,
        refused: one.refused + other.refused,
        interruptions: one.interruptions + other.interruptions,
        resyncs: one.resyncs + other.resyncs,
      })),
    /** From when these changes began to when each page knew them. */
    delays: async (begun: ReadonlyMap<string, number>): Promise<Histogram> => {
      const delays = createHistogram();
      for (const counts of await all<Uint32Array>(() => ({ ask: 'delays', begun }))) delays.addAll(counts);
      return delays;
    },
    /** Some of what pages know otherwise than the server. */
    faults: async (truth: readonly (readonly TicketView[])[]): Promise<readonly string[]> =>
      (await all<readonly string[]>(() => ({ ask: 'faults', truth }))).flat(),
    workedMs: (): number => children.reduce((sum, { pid }) => sum + workedAloneMs(pid ?? 0), 0),
    close: (): void => {
      for (const child of children) if (child.connected) child.disconnect();
    },
  };
};
export type Crowds = ReturnType<typeof openCrowds>;

let asked = 0;
const ask = <Answer>(child: ChildProcess, question: CrowdQuestion): Promise<Answer> =>
  new Promise((resolve, reject) => {
    asked += 1;
    const id = asked;
    const end = () => {
      child.off('message', hear);
      child.off('exit', fail);
    };
    const hear = (message: { id: number; answer: Answer }) => {
      if (message.id !== id) return;
      end();
      resolve(message.answer);
    };
    const fail = () => {
      end();
      reject(new Error('a process of pages has ended'));
    };
    child.on('message', hear);
    child.on('exit', fail);
    child.send({ id, question });
  });
