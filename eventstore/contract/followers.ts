import {
  type END,
  type EventStoreDBClient,
  type Filter,
  type Position,
  type ReadableSubscription,
  START,
} from '@eventstore/db-client';

export type Seen = {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly revision: bigint;
  readonly position: bigint;
};
type Resolved = {
  readonly event?:
    | {
        readonly id: string;
        readonly streamId: string;
        readonly type: string;
        readonly revision: bigint;
        readonly position?: Position;
      }
    | undefined;
};
type Subscription = AsyncIterable<Resolved> &
  Pick<ReadableSubscription<Resolved>, 'unsubscribe' | 'readableLength' | 'once'>;

/** Opens a subscription after a place: a position, or a revision of the one stream. */
type Open = (after: bigint | undefined, checkpointReached: (position: bigint) => void) => Subscription;

export type Manner = {
  /** Its last event. */
  readonly until: string;
  /** Ends its subscription after so many events and opens another from where it was. */
  readonly restartEvery?: number;
  /** Takes no more after its first events until this is over. */
  readonly pauseFor?: Promise<unknown>;
  readonly whenLive?: () => void;
};

const beforePause = 100;

const toSeen = ({ event }: Resolved): Seen => {
  if (!event) throw new Error('a subscription has sent an empty event');
  const { id, streamId, type, revision, position } = event;
  return { id, stream: streamId, type, revision, position: position?.commit ?? -1n };
};

/** What a checkpoint says of how far its reader has come, once that has read all that was sent before it. */
const createCheckpoints = () => {
  let told: { readonly position: bigint; readonly afterCount: number }[] = [];
  return {
    note: (position: bigint, afterCount: number): void => {
      told.push({ position, afterCount });
    },
    reachedBy: (count: number): bigint => {
      const reached = told.filter(({ afterCount }) => afterCount <= count);
      told = told.filter(({ afterCount }) => afterCount > count);
      return reached.at(-1)?.position ?? -1n;
    },
    forget: (): void => {
      told = [];
    },
  };
};

/** Everything that subscriptions, one after another, have sent until the last event that is wanted. */
export const follow = async (open: Open, place: (seen: Seen) => bigint, manner: Manner): Promise<Seen[]> => {
  const { until, restartEvery = Number.POSITIVE_INFINITY, pauseFor, whenLive } = manner;
  const all: Seen[] = [];
  const checkpoints = createCheckpoints();
  let after: bigint | undefined;
  while (all.at(-1)?.id !== until) {
    checkpoints.forget();
    const subscription = open(after, position => {
      checkpoints.note(position, all.length + subscription.readableLength);
    });
    if (whenLive) subscription.once('caughtUp', whenLive);
    for await (const resolved of subscription) {
      const seen = toSeen(resolved);
      all.push(seen);
      after = place(seen);
      if (seen.id === until || all.length % restartEvery === 0) break;
      if (all.length === beforePause) await pauseFor;
    }
    const checkpoint = checkpoints.reachedBy(all.length);
    if (after !== undefined && checkpoint > after) after = checkpoint;
    await subscription.unsubscribe();
  }
  return all;
};

export const byPosition = ({ position }: Seen): bigint => position;
export const byRevision = ({ revision }: Seen): bigint => revision;

const held = { highWaterMark: 256 };
const at = (position: bigint): Position => ({ commit: position, prepare: position });

export const throughAll =
  (client: EventStoreDBClient, begin: typeof START | typeof END = START): Open =>
  after =>
    client.subscribeToAll({ fromPosition: after === undefined ? begin : at(after) }, held);

export const throughFilter =
  (client: EventStoreDBClient, filter: Filter): Open =>
  (after, checkpointReached) =>
    client.subscribeToAll(
      {
        fromPosition: after === undefined ? START : at(after),
        filter: {
          ...filter,
          maxSearchWindow: 32,
          checkpointInterval: 2,
          checkpointReached: async (_subscription, { commit }) => checkpointReached(commit),
        },
      },
      held,
    );

export const throughStream =
  (client: EventStoreDBClient, stream: string): Open =>
  after =>
    client.subscribeToStream(stream, { fromRevision: after ?? START }, held);
