import type { StoredRecord } from './codec.ts';
import type { Connection } from './connection.ts';
import type { Said } from './read-response.ts';
import { following, openReading } from './reading.ts';
import { createRemarks } from './remarks.ts';
import { type Position, StoreUnavailable } from './types.ts';

/** Events held between the network and the reader, at most. */
const heldEvents = 1024;
/** Considered events between two checkpoints: window times multiplier. */
const checkpoints = { window: 32, multiplier: 4 };

export type Failure = { readonly error: unknown };

type Parts = {
  readonly connection: Connection;
  readonly deserialize?: ((message: Buffer) => Said) | undefined;
};

type Wanted = { readonly prefixes: readonly string[]; readonly types: readonly string[] | undefined };

/** One subscription until it breaks: keeps the order of events and of what is said between them. */
export const openSource = (
  { connection, deserialize }: Parts,
  { prefixes, types }: Wanted,
  after: Position | undefined,
) => {
  const remarks = createRemarks();
  let held: StoredRecord[] = [];
  let next = 0;
  let read = 0;
  let broken: Failure | undefined;
  let wake: (() => void) | undefined;
  let isRinging = false;
  const client = connection.client();

  /** Once for all that comes in one go. */
  const ring = (): void => {
    if (isRinging) return;
    isRinging = true;
    setImmediate(() => {
      isRinging = false;
      wake?.();
    });
  };
  const breakOff = (error: unknown): void => {
    broken ??= { error };
    ring();
  };
  // A store that looks at types does not look at streams, and there may be others' in the log.
  const isWanted = ({ streamId }: StoredRecord): boolean =>
    !types || prefixes.some(prefix => streamId.startsWith(prefix));
  const reading = openReading(client, following({ after, prefixes, types, ...checkpoints }), {
    deserialize,
    said: ({ record, remark }) => {
      if (record && isWanted(record)) held.push(record);
      if (remark) remarks.say(read + held.length - next, remark);
      if (held.length >= heldEvents) reading.pause();
      ring();
    },
    ended: () => breakOff(new StoreUnavailable('the event store has ended the subscription')),
    failed: error => breakOff(connection.failed(client, error)),
  });

  const take = (): StoredRecord | undefined => {
    const record = held[next];
    if (!record) return undefined;
    next += 1;
    read += 1;
    if (next === held.length) {
      held = [];
      next = 0;
      reading.resume();
    }
    return record;
  };

  /** Resolves when there may be something new, or the signal aborts. */
  const arrival = (signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      if (broken || signal.aborted || next < held.length) return resolve();
      const done = () => {
        wake = undefined;
        signal.removeEventListener('abort', done);
        resolve();
      };
      wake = done;
      signal.addEventListener('abort', done);
    });

  return {
    next: take,
    dueRemark: () => remarks.due(read),
    dropRemark: remarks.drop,
    ...{ arrival, close: reading.cancel, failure: () => broken },
  };
};

export type Source = ReturnType<typeof openSource>;
