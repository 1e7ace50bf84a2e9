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
type Open<Place> = (
  after: Place | undefined,
  checkpointReached: (position: Position) => void,
) => Subscription;

export type Manner = {
  /** Its last event. */
  readonly until: string;
  /** Ends its subscription after so many events and opens another from where it was. */
  readonly restartEvery?: number;
  /** Takes no more after its first events until this is over. */
  readonly pauseFor?: Promise<unknown>;
  readonly whenLive?: () => void;
};

/** Where an event leaves its reader, and whether a checkpoint leads on from there. */
type Places<Place> = {
  readonly of: (seen: Seen) => Place;
  readonly later: (after: Place, checkpoint: Position) => Place;
};

const beforePause = 100;

const toSeen = ({ event }: Resolved): Seen => {
  if (!event) throw new Error('a subscription has sent an empty event');
  const { id, streamId, type, revision, position } = event;
  return { id, stream: streamId, type, revision, position: position?.commit ?? -1n };
};

/** What a checkpoint says of how far its reader has come, once that has read all that was sent before it. */
const createCheckpoints = () => {
  let told: { readonly position: Position; readonly afterCount: number }[] = [];
  return {
    note: (position: Position, afterCount: number): void => {
      told.push({ position, afterCount });
    },
    reachedBy: (count: number): Position | undefined => {
      const reached = told.filter(({ afterCount }) => afterCount <= count);
      told = told.filter(({ afterCount }) => afterCount > count);
      return reached.at(-1)?.position;
    },
    forget: (): void => {
      told = [];
    },
  };
};

/** Everything that subscriptions, one after another, have sent until the last event that is wanted. */
export const follow = async <Place extends Position | bigint>(
  open: Open<Place>,
  { of, later }: Places<Place>,
  manner: Manner,
): Promise<Seen[]> => {
  const { until, restartEvery = Number.POSITIVE_INFINITY, pauseFor, whenLive } = manner;
  const all: Seen[] = [];
  const checkpoints = createCheckpoints();
  let after: Place | undefined;
  while (all.at(-1)?.id !== until) {
    checkpoints.forget();
    const subscription = open(after, position => {
      checkpoints.note(position, all.length + subscription.readableLength);
    });
    if (whenLive) subscription.once('caughtUp', whenLive);
    for await (const resolved of subscription) {
      const seen = toSeen(resolved);
      all.push(seen);
      after = of(seen);
      if (seen.id === until || all.length % restartEvery === 0) break;
      if (all.length === beforePause) await pauseFor;
    }
    const checkpoint = checkpoints.reachedBy(all.length);
    if (after !== undefined && checkpoint) after = later(after, checkpoint);
    await subscription.unsubscribe();
  }
  return all;
};

/** A checkpoint in front of an event has the event's commit position: both numbers are needed to go on from it. */
export const byPosition: Places<Position> = {
  of: ({ position }) => at(position),
  later: (after, checkpoint) => (checkpoint.commit > after.commit ? checkpoint : after),
};
export const byRevision: Places<bigint> = { of: ({ revision }) => revision, later: after => after };

const held = { highWaterMark: 256 };
const at = (position: bigint): Position => ({ commit: position, prepare: position });

export const throughAll =
  (client: EventStoreDBClient, begin: typeof START | typeof END = START): Open<Position> =>
  after =>
    client.subscribeToAll({ fromPosition: after ?? begin }, held);

export const throughFilter =
  (client: EventStoreDBClient, filter: Filter): Open<Position> =>
  (after, checkpointReached) =>
    client.subscribeToAll(
      {
        fromPosition: after ?? START,
        filter: {
          ...filter,
          maxSearchWindow: 32,
          checkpointInterval: 2,
          checkpointReached: async (_subscription, position) => checkpointReached(position),
        },
      },
      held,
    );

export const throughStream =
  (client: EventStoreDBClient, stream: string): Open<bigint> =>
  after =>
    client.subscribeToStream(stream, { fromRevision: after ?? START }, held);
