import { CallRefused } from '../errors/refusal.ts';

type Turn = () => void;
const retryAfterSeconds = 10;

/**
 * Lets few logins be worked on at a time and the others wait, by turns between lanes: however many come in one lane,
 * the next of another lane is soon served.
 */
export const createLoginLine = ({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) => {
  const lanes = new Map<string, Turn[]>();
  let free = atOnce;
  let waiting = 0;

  const next = (): Turn | undefined => {
    const [first] = lanes;
    if (!first) return undefined;
    const [lane, turns] = first;
    const turn = turns.shift();
    lanes.delete(lane);
    if (turns.length > 0) lanes.set(lane, turns);
    return turn;
  };
  const turnIn = (lane: string): Promise<void> => {
    if (waiting >= mostWaiting) throw new CallRefused('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds });
    waiting += 1;
    const turns = lanes.get(lane) ?? [];
    lanes.set(lane, turns);
    return new Promise<void>(resolve => turns.push(resolve)).then(() => {
      waiting -= 1;
    });
  };
  const release = (): void => {
    const turn = next();
    if (turn) turn();
    else free += 1;
  };

  /** @throws ERR_TOO_MANY_REQUESTS when the line is too long. */
  return async <Result>(lane: string, work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await turnIn(lane);
    try {
      return await work();
    } finally {
      release();
    }
  };
};
export type LoginLine = ReturnType<typeof createLoginLine>;
