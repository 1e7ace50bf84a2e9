import type { ErrorCode } from '#domain/shared/errors.ts';
import { CallRefused } from '../errors/refusal.ts';

type Limits = {
  readonly atOnce: number;
  /** Of one owner. */
  readonly each: number;
  readonly maxWaiting: number;
  /** So long a call waits for its turn. */
  readonly patienceMs: number;
  /** What a call is refused with whose turn has not come, or that finds too many waiting. */
  readonly refusal: ErrorCode;
};
export type Asking = {
  /** Whose calls count together. */
  readonly owner: string;
  /** Who takes turns: however many of one company wait, the next of another is soon served. */
  readonly company: string;
};
/** Gives the place to the next; again does nothing. */
export type Release = () => void;

type Waiting = Asking & { readonly begin: () => void };

/**
 * Places for work of which little may go on at a time: each owner has few of them, the rest wait, and companies take
 * turns. Who has gone (`gone`) waits no more.
 * @throws {CallRefused} from `take`: the limits' refusal, with `Retry-After`.
 */
export const createPlaces = ({ atOnce, each, maxWaiting, patienceMs, refusal }: Limits) => {
  const held = new Map<string, number>();
  /** By company, who had its turn last at the end. */
  const queues = new Map<string, Waiting[]>();
  let free = atOnce;
  let waiting = 0;

  const refused = () =>
    new CallRefused(refusal, { retryAfterSeconds: Math.max(1, Math.ceil(patienceMs / 2_000)) });
  const mayBegin = ({ owner }: Asking) => free > 0 && (held.get(owner) ?? 0) < each;

  const occupy = ({ owner }: Asking): Release => {
    free -= 1;
    held.set(owner, (held.get(owner) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      free += 1;
      const rest = (held.get(owner) ?? 0) - 1;
      if (rest > 0) held.set(owner, rest);
      else held.delete(owner);
      next();
    };
  };

  const next = (): void => {
    for (const [company, queue] of queues) {
      const turn = queue.find(mayBegin);
      if (!turn) continue;
      leave(turn);
      if (queues.delete(company)) queues.set(company, queue);
      turn.begin();
      return;
    }
  };

  const leave = (turn: Waiting): void => {
    const queue = queues.get(turn.company) ?? [];
    const index = queue.indexOf(turn);
    if (index < 0) return;
    queue.splice(index, 1);
    waiting -= 1;
    if (queue.length === 0) queues.delete(turn.company);
  };

  const wait = (asking: Asking, gone: AbortSignal): Promise<Release> =>
    new Promise((resolve, reject) => {
      const turn: Waiting = {
        ...asking,
        begin: () => {
          stopWaiting();
          resolve(occupy(asking));
        },
      };
      const giveUp = () => {
        stopWaiting();
        leave(turn);
        reject(refused());
      };
      const patience = setTimeout(giveUp, patienceMs);
      const stopWaiting = () => {
        clearTimeout(patience);
        gone.removeEventListener('abort', giveUp);
      };
      gone.addEventListener('abort', giveUp);
      waiting += 1;
      const queue = queues.get(asking.company) ?? [];
      queue.push(turn);
      queues.set(asking.company, queue);
    });

  return {
    take: async (asking: Asking, gone: AbortSignal): Promise<Release> => {
      if (gone.aborted) throw refused();
      if (mayBegin(asking)) return occupy(asking);
      if (waiting >= maxWaiting) throw refused();
      return wait(asking, gone);
    },
    /** How many have a place, and how many wait. */
    state: () => ({ held: atOnce - free, waiting }),
  };
};
