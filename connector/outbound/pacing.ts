/**
 * How fast a connection sends to many: a number that writes to hundreds at once is soon blocked by WhatsApp. What
 * people write themselves is not held back by it.
 */
export type Pace = {
  readonly perSecond: number;
  /** By how much a pause may be longer or shorter, as a share of it (0 to 1): an even beat looks like a machine. */
  readonly jitter: number;
  /** In any 24 hours. */
  readonly perDay: number;
};

export const usualPace: Pace = { perSecond: 0.5, jitter: 0.5, perDay: 1_000 };

/** How many messages of programs one connection sends a second, while more are waiting. */
export const usualProgramPace = 30;

type PacingDeps = { readonly now: () => number; readonly random: () => number };
type Day = { readonly count: number; readonly oldest: number | null };

export type Pacer = {
  /** Milliseconds until the next may go; 0 when it may go now. */
  readonly wait: () => number;
  /** One is about to go, counted in `day` already. False when the day's number is reached: then it must wait. */
  readonly goes: (day: Day) => boolean;
};

const dayMs = 86_400_000;

/** Keeps a connection's mass messages apart. Holds no more than when the next may go: what was sent is told to it. */
export const createPacer = (
  { perSecond, jitter, perDay }: Pace,
  { now, random }: PacingDeps = { now: Date.now, random: Math.random },
): Pacer => {
  let next = 0;
  return {
    wait: () => Math.max(0, next - now()),
    goes: ({ count, oldest }) => {
      if (count > perDay) {
        next = Math.max(now() + 1_000, (oldest ?? now()) + dayMs);
        return false;
      }
      next = now() + (1_000 / perSecond) * (1 + jitter * (2 * random() - 1));
      return true;
    },
  };
};

export type Allowance = {
  /** How many may go now. */
  readonly room: () => number;
  readonly went: (count: number) => void;
  /** Milliseconds until some may go; 0 when some may go now. */
  readonly wait: () => number;
};

/**
 * Lets a second's number go at once, then so many a second. Once that is used up, it waits until some may go together:
 * taking them one by one costs more than sending them.
 */
export const createAllowance = (perSecond: number, now: () => number = Date.now): Allowance => {
  const most = Math.max(1, perSecond);
  const together = Math.max(1, Math.ceil(perSecond / 4));
  let [left, at, spent] = [most, now(), false];
  const fill = () => {
    const time = now();
    left = Math.min(most, left + (Math.max(0, time - at) / 1_000) * perSecond);
    at = time;
    // Sums of parts of a message fall short of a whole one by a rounding.
    if (left + 1e-6 >= together) spent = false;
  };
  const room = () => {
    fill();
    return spent ? 0 : Math.floor(left + 1e-6);
  };
  return {
    room,
    went: count => {
      left -= count;
      if (left + 1e-6 < 1) spent = true;
    },
    wait: () => (room() > 0 ? 0 : Math.ceil(((together - left) / perSecond) * 1_000)),
  };
};
