import { outageOf } from '#domain/shared/outage.ts';
import type { Batch, Position } from '../types.ts';

/** How a follower stands, as its own process knows it. Times are milliseconds of that process's clock. */
export type FollowerState = {
  readonly name: string;
  readonly position: Position;
  /** Since when the oldest event that it has not taken in waits, as far as it knows; undefined when none does. */
  readonly waitingSince: number | undefined;
  readonly succeededAt: number | undefined;
  /** Since when nothing has succeeded, and why, without personal data. */
  readonly failingSince: number | undefined;
  readonly problem: string | undefined;
  /** It does not try any more. */
  readonly stopped: boolean;
};

/** What is asked of the events that are followed. */
export type Followed = { readonly position: Position; readonly metadata: { readonly at: string } };

export type FollowerReport = {
  /** It stands here and follows; before the first time it is not there yet, or waits for another to end. */
  readonly following: (position: Position) => void;
  readonly received: (batch: Batch<Followed>) => void;
  readonly handled: (batch: Batch<Followed>) => void;
  /** A round of something that follows no log succeeded. */
  readonly succeeded: () => void;
  readonly failed: (error: unknown) => void;
  readonly stopped: (error: unknown) => void;
  /** It does something else meanwhile, and what comes waits. */
  readonly busy: (why: string) => void;
};

const longestProblem = 300;

/** Keeps how a follower stands; `state` is undefined as long as it is not there. */
export const openReport = (
  name: string,
  { now = Date.now, changed = () => undefined }: { now?: () => number; changed?: () => void } = {},
): FollowerReport & { readonly state: () => FollowerState | undefined } => {
  let state: FollowerState | undefined;
  const put = (change: Partial<FollowerState>) => {
    const before = state;
    state = { ...(state ?? blank(name)), ...change };
    if (!before || before.failingSince !== state.failingSince) changed();
  };
  const failing = (error: unknown, stopped: boolean) => {
    const problem = outageOf(error).reason.slice(0, longestProblem);
    put({ failingSince: state?.failingSince ?? now(), problem, stopped });
  };
  const worked = { failingSince: undefined, problem: undefined, stopped: false } as const;
  /** What is read of old was written when it says; what comes live comes now. */
  const writtenAt = ({ events, live }: Batch<Followed>, index: number): number => {
    const at = live ? Number.NaN : Date.parse(events.at(index)?.metadata.at ?? '');
    return Number.isNaN(at) ? now() : Math.min(now(), at);
  };

  return {
    state: () => state,
    following: position => put({ position }),
    received: batch => {
      if (batch.events.length > 0 && state?.waitingSince === undefined)
        put({ waitingSince: writtenAt(batch, 0) });
    },
    handled: batch => {
      const position = Math.max(state?.position ?? 0, batch.position);
      const last = batch.events.at(-1);
      const waitingSince = batch.live || !last ? undefined : writtenAt(batch, -1);
      put({ ...worked, position, waitingSince, succeededAt: now() });
    },
    succeeded: () => put({ ...worked, waitingSince: undefined, succeededAt: now() }),
    failed: error => failing(error, false),
    stopped: error => failing(error, true),
    busy: why => put({ ...worked, problem: why, waitingSince: state?.waitingSince ?? now() }),
  };
};

const blank = (name: string): FollowerState => ({
  name,
  position: 0,
  waitingSince: undefined,
  succeededAt: undefined,
  failingSince: undefined,
  problem: undefined,
  stopped: false,
});

const nothing = () => undefined;

/** For tests and tools that nobody watches. */
export const unwatched: FollowerReport = {
  following: nothing,
  received: nothing,
  handled: nothing,
  succeeded: nothing,
  failed: nothing,
  stopped: nothing,
  busy: nothing,
};
