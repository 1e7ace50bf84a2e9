import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/** How long the work of sockets goes on in one turn of the event loop. */
const mostMs = 2;
/** After it, so many turns at most that bring a new connection pass without any. */
const mostTurnsOfComers = 1_000;

/**
 * Does the work of sockets that come and go, in order and a few milliseconds in each turn of the event loop, so that
 * calls are answered in between when thousands come or go at once. A turn accepts one new connection: as long as each
 * brings one there is next to no other work, else a call on a new connection waits behind all pages that come back.
 */
export const createTurns = (server: EventEmitter, now: () => number = () => performance.now()) => {
  const waiting: (() => void)[] = [];
  let [isRunning, comers] = [false, 0];
  server.on('connection', () => {
    comers += 1;
  });

  const untilNobodyComes = async (): Promise<void> => {
    for (let turn = 0; turn < mostTurnsOfComers; turn += 1) {
      const before = comers;
      await setImmediate();
      if (comers === before) return;
    }
  };
  const work = async (): Promise<void> => {
    const begun = now();
    let done = 0;
    while (done < waiting.length && (done === 0 || now() - begun < mostMs)) {
      waiting[done]?.();
      done += 1;
      await microtasks();
    }
    waiting.splice(0, done);
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      await untilNobodyComes();
      await work();
    }
    isRunning = false;
  };

  /** `job` must not throw; what it leaves to promises that are settled already is done in its time. */
  return (job: () => void): void => {
    waiting.push(job);
    if (!isRunning) void run();
  };
};
export type Turns = ReturnType<typeof createTurns>;

/** Resolves when no microtask is left. */
const microtasks = (): Promise<void> => new Promise(resolve => process.nextTick(resolve));
