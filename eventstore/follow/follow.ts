import { isOutage } from '#domain/shared/outage.ts';
import { pauseAfter } from '../pause.ts';
import {
  type Batch,
  LogCutShort,
  type Position,
  type Recorded,
  StoreUnavailable,
  type SubscribeOptions,
} from '../types.ts';
import type { Hold } from './hold.ts';
import type { Followed, FollowerReport } from './report.ts';
import type { SurePosition } from './sure-position.ts';

export type FollowLog = {
  readonly warn: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
};

/** From where on the log is followed, and what is done with it, until the checkpoint is found elsewhere. */
export type Stretch<Event = Recorded> = {
  /** The last position that is done with; 0 or undefined for none. */
  readonly after: SurePosition | undefined;
  /**
   * Takes one batch in and keeps the position, best in one transaction. False when the checkpoint is not where this
   * stretch left it: then nothing was written, and the next stretch is opened. A batch may come again after a crash
   * or a failure.
   */
  readonly take: (batch: Batch<Event>, from: Position) => Promise<boolean>;
};

export type FollowOptions<Held, Event extends Followed = Recorded> = {
  /** As readiness and metrics name it, for instance `policy erase-contacts`. */
  readonly name: string;
  readonly store: { readonly subscribe: (options: SubscribeOptions) => AsyncIterable<Batch<Event>> };
  readonly subscription: Omit<SubscribeOptions, 'after' | 'signal'>;
  /** What is held while following, often a lock: see `aloneOn` and `besideOthers`. */
  readonly hold: Hold<Held>;
  readonly open: (held: Held) => Promise<Stretch<Event>>;
  /** Gives out the batches of a subscription in other portions. */
  readonly portions?: (batches: AsyncIterable<Batch<Event>>) => AsyncIterable<Batch<Event>>;
  /** What nobody but a person can mend, besides a log that ends too early. */
  readonly isFinal?: (error: unknown) => boolean;
  readonly report: FollowerReport;
  readonly log: FollowLog;
  readonly signal: AbortSignal;
};

const back = { firstMs: 50, longestMs: 10_000 };

/**
 * Follows the log until the signal aborts; resolves then, with the batch in hand either taken in or not. Whatever fails
 * is tried again from the checkpoint on, with growing pauses, for as long as it takes. Events that cannot be read are
 * given out beside the others, to be parked. Reports how far it is and what fails. Throws what is final (`LogCutShort`,
 * and what `isFinal` names), once it is reported.
 */
export const follow = async <Held, Event extends Followed = Recorded>(
  options: FollowOptions<Held, Event>,
): Promise<void> => {
  const { name, hold, report, log, signal } = options;
  let failures = 0;
  const worked = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    try {
      await hold(signal, async (held, alive) => {
        while (!alive.aborted) await followStretch(options, held, alive, worked);
      });
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(options, error)) {
        report.stopped(error);
        throw error;
      }
      failures += 1;
      report.failed(error);
      const details = { err: error, follower: name, failures };
      log[isOutage(error) ? 'warn' : 'error'](details, 'following failed, goes on from the checkpoint');
      await pauseAfter(failures, back, signal);
    }
  }
};

const followStretch = async <Held, Event extends Followed>(
  options: FollowOptions<Held, Event>,
  held: Held,
  alive: AbortSignal,
  worked: () => void,
): Promise<void> => {
  const { store, report, portions = same } = options;
  const { after, take } = await options.open(held);
  const ended = new AbortController();
  const signal = AbortSignal.any([alive, ended.signal]);
  let position: Position = after ?? 0;
  report.following(position);
  try {
    const batches = store.subscribe({
      ...{ ...options.subscription, unreadable: 'given' as const },
      ...{ after: position || undefined, signal },
    });
    for await (const batch of portions(batches)) {
      if (alive.aborted) return;
      report.received(batch);
      if (!(await take(batch, position))) return;
      position = Math.max(position, batch.position);
      report.handled(batch);
      worked();
    }
    if (!alive.aborted) throw new StoreUnavailable('the subscription has ended');
  } finally {
    ended.abort();
  }
};

const same = <Event>(batches: AsyncIterable<Batch<Event>>): AsyncIterable<Batch<Event>> => batches;

const isFinal = <Held, Event extends Followed>(
  { isFinal: more }: FollowOptions<Held, Event>,
  error: unknown,
): boolean => error instanceof LogCutShort || more?.(error) === true;
