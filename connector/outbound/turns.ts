import type { Lane, Outbox, OutboxRow } from './outbox.ts';
import { createAllowance, createPacer, type Pace, usualPace, usualProgramPace } from './pacing.ts';

export type TurnSettings = {
  /** How fast mass messages go. */
  readonly pace?: Pace | undefined;
  /** How many messages of programs go a second while more are waiting; 30 by default. */
  readonly programsPerSecond?: number | undefined;
};

/** How much of each lane of a connection may go, and when. What people write waits for nothing. */
export type Turns = {
  /** How many may be taken now; 0 when none may. */
  readonly room: (lane: Lane) => number;
  readonly taken: (lane: Lane, rows: readonly OutboxRow[]) => void;
  /** Whether this one may go; `massInADay` tells how many did. */
  readonly mayGo: (lane: Lane, massInADay: Outbox['massInADay']) => Promise<boolean>;
  /** Wakes the sender when the lane's next may go. */
  readonly later: (lane: Lane) => void;
  readonly stop: () => void;
};

const pageSize = 20;
const longestWaitMs = 3_600_000;

export const createTurns = ({ pace, programsPerSecond }: TurnSettings, wake: () => void): Turns => {
  const pacer = createPacer(pace ?? usualPace);
  const programs = createAllowance(programsPerSecond ?? usualProgramPace);
  const timers = new Map<Lane, NodeJS.Timeout>();
  const waitOf = (lane: Lane): number => {
    if (lane === 'single') return 0;
    return lane === 'mass' ? pacer.wait() : programs.wait();
  };
  return {
    room: lane => {
      if (lane === 'single') return pageSize;
      if (lane === 'mass') return pacer.wait() > 0 ? 0 : 1;
      return Math.min(programs.room(), pageSize);
    },
    taken: (lane, rows) => {
      if (lane === 'program') programs.went(rows.length);
    },
    mayGo: async (lane, massInADay) => lane !== 'mass' || pacer.goes(await massInADay()),
    later: lane => {
      clearTimeout(timers.get(lane));
      const waitMs = Math.min(waitOf(lane), longestWaitMs);
      if (waitMs === 0) wake();
      else timers.set(lane, setTimeout(wake, waitMs));
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};
