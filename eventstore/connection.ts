import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventStoreDBClient, NotLeaderError } from '@eventstore/db-client';
import { forgetEndedStreams } from './ended-streams.ts';
import { widened } from './internals.ts';
import { localEndpoint } from './local-socket.ts';
import { nameNoAddresses } from './server-names.ts';
import { type Appending, isStuck, ourError } from './store-errors.ts';
import { StoreUnavailable } from './types.ts';

/** How long one call may take. */
export const callDeadline = 10_000;
/** When a call is given up that its own deadline should have ended. */
const givenUpAfter = 12_000;
/** How often one call follows the leader before it is said to be out of reach. */
const turnsToLeader = 3;
/** A client that has not answered anything yet is replaced only when it is as old as this. */
const probation = 1_000;

class Overdue extends Error {}

const within = async <Result>(
  patience: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Overdue(`no answer within ${patience} ms`));
      giveUp.abort();
    }, patience);
  });
  try {
    return await Promise.race([work(giveUp.signal), overdue]);
  } finally {
    clearTimeout(timer);
  }
};

export type Connection = {
  /** The client to subscribe with; tell `failed` what went wrong with it. */
  readonly client: () => EventStoreDBClient;
  /** Runs one call, at the leader if it must be there. Always settles, and throws nothing but errors of ours. */
  readonly call: <Result>(work: Work<Result>, appending?: Appending) => Promise<Result>;
  /** Notes a failure of a client and says what it is to us. */
  readonly failed: (client: EventStoreDBClient, error: unknown) => Error;
  readonly closing: AbortSignal;
  readonly close: () => Promise<void>;
};

/** A socket of this machine lies where only its owner comes: there is nothing to encrypt, and no account. */
const openClient = (connectionString: string): EventStoreDBClient => {
  const endpoint = localEndpoint(connectionString);
  return widened(
    endpoint
      ? new EventStoreDBClient({ endpoint }, { insecure: true })
      : EventStoreDBClient.connectionString(connectionString),
  );
};

type Work<Result> = (client: EventStoreDBClient, givenUp: AbortSignal) => Promise<Result>;

/**
 * Holds the client of the package and replaces it when it can no longer be trusted: it remembers some failures for
 * good, and a call over a broken stream may never settle.
 */
export const openConnection = (connectionString: string, patience = givenUpAfter): Connection => {
  const connect = () => ({
    client: openClient(connectionString),
    since: Date.now(),
    hasAnswered: false,
  });
  forgetEndedStreams();
  nameNoAddresses();
  const closing = new AbortController();
  let current = connect();
  const all = [current.client];

  const replace = (client: EventStoreDBClient): void => {
    if (client !== current.client || closing.signal.aborted) return;
    if (!current.hasAnswered && Date.now() - current.since < probation) return;
    current = connect();
    all.push(current.client);
  };

  const failed = (client: EventStoreDBClient, error: unknown, appending?: Appending): Error => {
    if (isStuck(error)) replace(client);
    return ourError(error, appending);
  };

  const mustBeOpen = (): void => {
    if (closing.signal.aborted) throw new StoreUnavailable('the event store is closed');
  };

  const call = async <Result>(work: Work<Result>, appending?: Appending): Promise<Result> => {
    for (let turn = 1; ; turn += 1) {
      mustBeOpen();
      const used = current;
      try {
        const result = await within(patience, givenUp => work(used.client, givenUp));
        used.hasAnswered = true;
        // A read that closing has cut off looks like one that has come to its end.
        mustBeOpen();
        return result;
      } catch (error) {
        if (!(error instanceof NotLeaderError) || turn >= turnsToLeader)
          throw failed(used.client, error, appending);
        // By the next turn the client is on its way to the leader that it was told.
        await nextTurn();
      }
    }
  };

  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all(all.map(client => client.dispose()));
  };

  return { client: () => current.client, call, failed, closing: closing.signal, close };
};
