import {
  AccessDeniedError,
  InvalidArgumentError,
  isCommandError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnsupportedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import { status } from '@grpc/grpc-js';
import {
  LogCutShort,
  noStream,
  type RefusalReason,
  type Revision,
  StoreRefused,
  StoreUnavailable,
  UnreadableEvent,
  WrongRevision,
} from './types.ts';

const isOurs = (error: unknown): error is Error =>
  error instanceof StoreUnavailable ||
  error instanceof StoreRefused ||
  error instanceof WrongRevision ||
  error instanceof UnreadableEvent ||
  error instanceof LogCutShort;

/** What was asked, where an answer may depend on it. */
export type Appending = { readonly stream: string; readonly expected: Revision };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const codeOf = (error: unknown): status | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;

const refusedCodes: ReadonlyMap<status, RefusalReason> = new Map([
  [status.INVALID_ARGUMENT, 'invalid'],
  [status.OUT_OF_RANGE, 'invalid'],
  [status.UNIMPLEMENTED, 'invalid'],
  [status.PERMISSION_DENIED, 'access-denied'],
  [status.UNAUTHENTICATED, 'access-denied'],
  [status.DATA_LOSS, 'damaged'],
]);

const refusalReason = (error: unknown): RefusalReason | undefined => {
  if (error instanceof MaxAppendSizeExceededError) return 'too-large';
  if (error instanceof StreamDeletedError) return 'stream-ended';
  if (error instanceof AccessDeniedError) return 'access-denied';
  if (error instanceof InvalidArgumentError || error instanceof UnsupportedError) return 'invalid';
  const code = codeOf(error);
  if (code === status.RESOURCE_EXHAUSTED && /larger than max/i.test(messageOf(error))) return 'too-large';
  return code === undefined ? undefined : refusedCodes.get(code);
};

const refusedBatches: Readonly<Record<string, RefusalReason>> = {
  'event_store.client.MaximumAppendSizeExceeded': 'too-large',
  'event_store.client.StreamDeleted': 'stream-ended',
  'event_store.client.AccessDenied': 'access-denied',
  'event_store.client.InvalidTransaction': 'invalid',
  'event_store.client.BadRequest': 'invalid',
};

const sentence: Readonly<Record<RefusalReason, string>> = {
  'too-large': 'the event store takes no append of this size',
  'stream-ended': 'the stream was ended for good',
  'access-denied': 'the event store denies access',
  invalid: 'the event store refuses the call',
  damaged: 'the event store is damaged',
};

const refusedFor = (reason: RefusalReason, error: unknown, stream: string | undefined): StoreRefused => {
  const said = [sentence[reason], stream, messageOf(error)].filter(Boolean).join(': ');
  return new StoreRefused(reason, said, { cause: error });
};

/** What the answer to an append in a batch is to us when that was not written. */
export const batchError = (answer: Status, { stream, expected }: Appending): Error => {
  const details = answer.getDetails();
  const name = details?.getTypeName() ?? '';
  const wrong = details?.unpack(
    sharedPb.WrongExpectedVersion.deserializeBinary,
    'event_store.client.WrongExpectedVersion',
  );
  if (wrong) {
    const actual = wrong.hasCurrentStreamRevision() ? Number(wrong.getCurrentStreamRevision()) : noStream;
    return new WrongRevision(stream, expected, actual);
  }
  const error = new Error(answer.getMessage() || name);
  const reason = Object.hasOwn(refusedBatches, name) ? refusedBatches[name] : undefined;
  if (reason) return refusedFor(reason, error, stream);
  return new StoreUnavailable(`the event store has not written: ${error.message}`, { cause: error });
};

/**
 * What an error of the client package is to us: WrongRevision, StoreRefused, or StoreUnavailable for everything that
 * may pass (no connection, no leader, a timeout, a dropped subscription, an error nobody knows). Ours stay as they are.
 */
export const ourError = (error: unknown, appending?: Appending): Error => {
  if (isOurs(error)) return error;
  if (error instanceof WrongExpectedVersionError && appending) {
    const { actualVersion } = error;
    const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : noStream;
    return new WrongRevision(appending.stream, appending.expected, actual);
  }
  const reason = refusalReason(error);
  if (reason) return refusedFor(reason, error, appending?.stream);
  return new StoreUnavailable(`the event store is unavailable: ${messageOf(error)}`, { cause: error });
};

/**
 * Whether the client that met an error may be stuck with it. It makes its connection anew by itself when that is
 * unavailable or cancelled, and an error that it has recognised came over a connection that works. What it passes on
 * unrecognised comes from asking for the server's features, whose failure it remembers for good.
 */
export const isStuck = (error: unknown): boolean => {
  if (isOurs(error) || (error instanceof Error && isCommandError(error))) return false;
  const code = codeOf(error);
  return code !== status.UNAVAILABLE && code !== status.CANCELLED;
};
