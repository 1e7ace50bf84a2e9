import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Fared, Seat } from './crowd.ts';
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
    /** Opens one live page for each seat, over so much time. */
    begin: async (base: string, withinMs: number): Promise<void> => {
      await all(n => ({ ask: 'begin', base, seats: shares[n] ?? [], withinMs }));
    },
    /** Breaks all connections in one moment; the pages come back by themselves. */
    drop: async (): Promise<void> => {
      await all(() => ({ ask: 'drop' }));
    },
    /** How many live pages were shown the mark of their company. */
    shown: async (marks: Readonly<Record<number, number>>): Promise<number> =>
      (await all<number>(() => ({ ask: 'shown', marks }))).reduce((sum, each) => sum + each, 0),
    /** How they have fared since this was last asked. */
    fared: async (): Promise<Fared> =>
      (await all<Fared>(() => ({ ask: 'fared' }))).reduce((one, other) => ({
        live: one.live + other.live,
        refused: one.refused + other.refused,
        closed: one.closed + other.closed,
        resyncs: one.resyncs + other.resyncs,
        greetedAt: Math.max(one.greetedAt, other.greetedAt),
        marks: one.marks + other.marks,
        delays: one.delays.concat(other.delays),
      })),
    close: (): void => {
      for (const child of children) child.disconnect();
    },
  };
};

let asked = 0;
const ask = <Answer>(child: ChildProcess, question: CrowdQuestion): Promise<Answer> =>
  new Promise(resolve => {
    asked += 1;
    const id = asked;
    const hear = (message: { id: number; answer: Answer }) => {
      if (message.id !== id) return;
      child.off('message', hear);
      resolve(message.answer);
    };
    child.on('message', hear);
    child.send({ id, question });
  });
