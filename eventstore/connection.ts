import {
  AccessDeniedError,
  CancelledError,
  EventStoreDBClient,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { StoreUnavailable } from './types.ts';

/** How long one call may take. */
export const callDeadline = 10_000;
/** When a call is given up that its own deadline should have ended. */
const givenUpAfter = 12_000;

/** Errors that the same call would meet again. */
const lasting = [
  WrongExpectedVersionError,
  StreamDeletedError,
  MaxAppendSizeExceededError,
  InvalidArgumentError,
  AccessDeniedError,
];

const isLasting = (error: unknown): boolean => lasting.some(kind => error instanceof kind);

/** After these the client connects anew by itself. */
const healsItself = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof CancelledError;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

class Overdue extends Error {}

const within = async <Result>(work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Overdue(`no answer within ${givenUpAfter} ms`)), givenUpAfter);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Holds the client of the package and replaces it when it can no longer be trusted: it remembers some failures
 * for good (of asking for the server's features, for one), and a call over a broken stream may never settle.
 */
export const openConnection = (connectionString: string) => {
  const connect = () => EventStoreDBClient.connectionString(connectionString);
  const all = new Set<EventStoreDBClient>();
  let closed = false;
  let current = connect();
  all.add(current);

  const distrust = (client: EventStoreDBClient): void => {
    if (client !== current || closed) return;
    current = connect();
    all.add(current);
  };

  /** Notes a failure of a client; what may pass comes back as StoreUnavailable, other errors as they are. */
  const failed = (client: EventStoreDBClient, error: unknown): unknown => {
    if (isLasting(error)) return error;
    if (!healsItself(error)) distrust(client);
    return new StoreUnavailable(`the event store is unavailable: ${messageOf(error)}`, { cause: error });
  };

  /** Runs one call. Always settles; throws StoreUnavailable, or an error that repeating would not mend. */
  const call = async <Result>(work: (client: EventStoreDBClient) => Promise<Result>): Promise<Result> => {
    if (closed) throw new StoreUnavailable('the event store is closed');
    const client = current;
    try {
      return await within(work(client));
    } catch (error) {
      throw failed(client, error);
    }
  };

  const close = async (): Promise<void> => {
    closed = true;
    await Promise.all([...all].map(client => client.dispose()));
  };

  return { client: () => current, call, failed, close };
};

export type Connection = ReturnType<typeof openConnection>;
