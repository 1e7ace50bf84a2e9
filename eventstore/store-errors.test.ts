import {
  AccessDeniedError,
  convertToCommandError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import { describe, expect, it } from 'vitest';
import { batchError, isStuck, ourError } from './store-errors.ts';
import { noStream, StoreRefused, StoreUnavailable, UnreadableEvent, WrongRevision } from './types.ts';

/** As it comes from the wire. */
const raw = (code: status, details: string, trailers: Record<string, string> = {}): ServiceError => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata });
};

/** As the client package passes it on. */
const recognised = (code: status, details: string, trailers?: Record<string, string>): Error =>
  convertToCommandError(raw(code, details, trailers)) ?? new Error('not an error');

const leader = { 'leader-endpoint-host': '10.0.0.2', 'leader-endpoint-port': '2113' };

const passing: [string, Error][] = [
  ['no connection', recognised(status.UNAVAILABLE, 'No connection established')],
  ['no connection, said by a plain error', raw(status.UNAVAILABLE, 'No connection established')],
  ['a call that the server cancelled', recognised(status.CANCELLED, 'shutting down')],
  ['a call that the client cancelled', recognised(status.CANCELLED, 'Cancelled on client')],
  ['a subscription dropped for slowness', recognised(status.ABORTED, 'too slow')],
  ['a deadline', recognised(status.DEADLINE_EXCEEDED, 'Deadline exceeded')],
  ['a late answer to a batch', new DeadlineExceededError()],
  [
    'another leader',
    recognised(status.NOT_FOUND, 'Leader info available', { exception: 'not-leader', ...leader }),
  ],
  ['a stream broken by the network', recognised(status.INTERNAL, 'Received RST_STREAM with code 2')],
  ['a batch not written, whatever for', new UnknownError()],
  ['an error nobody knows', new Error('socket hang up')],
  ['what is no error at all', new TypeError('x is not a function')],
];

const refused: [string, Error, string][] = [
  [
    'an append that is too large',
    recognised(status.INVALID_ARGUMENT, 'Maximum Append Size', {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': '1048576',
    }),
    'too-large',
  ],
  ['a batch that is too large', MaxAppendSizeExceededError.fromMaxAppendSize(1048576), 'too-large'],
  [
    'a message that is too large',
    recognised(status.RESOURCE_EXHAUSTED, 'Received message larger than max'),
    'too-large',
  ],
  [
    'a stream that was ended',
    recognised(status.FAILED_PRECONDITION, 'deleted', {
      exception: 'stream-deleted',
      'stream-name': 'ticket-a.b',
    }),
    'stream-ended',
  ],
  ['a batch for a stream that was ended', StreamDeletedError.fromStreamName('ticket-a.b'), 'stream-ended'],
  [
    'denied access',
    recognised(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' }),
    'access-denied',
  ],
  ['access denied without a word', recognised(status.PERMISSION_DENIED, 'no'), 'access-denied'],
  ['unknown credentials', recognised(status.UNAUTHENTICATED, 'who are you'), 'access-denied'],
  ['access denied to a batch', new AccessDeniedError(), 'access-denied'],
  ['an invalid argument', recognised(status.INVALID_ARGUMENT, 'a name with NUL'), 'invalid'],
  ['what the server does not offer', recognised(status.UNIMPLEMENTED, 'persistent subscriptions'), 'invalid'],
];

describe('an error of the event store', () => {
  it.each(passing)('may pass: %s', (_, error) => {
    const ours = ourError(error);
    expect(ours).toBeInstanceOf(StoreUnavailable);
    expect(ours.cause).toBe(error);
    expect(ours.message).toContain('the event store is unavailable');
  });

  it.each(refused)('lasts: %s', (_, error, reason) => {
    const ours = ourError(error, { stream: 'ticket-a.b', expected: 3 });
    expect(ours).toBeInstanceOf(StoreRefused);
    expect(ours).toMatchObject({ reason, cause: error });
    expect(ours.message).toContain('ticket-a.b');
  });

  it('tells where the stream is when that is not where it was expected', () => {
    const appending = { stream: 'ticket-a.b', expected: 3 };
    const trailers = { exception: 'wrong-expected-version', 'stream-name': 'x', 'expected-version': '3' };
    const behind = recognised(status.FAILED_PRECONDITION, 'wrong', { ...trailers, 'actual-version': '7' });
    expect(ourError(behind, appending)).toEqual(new WrongRevision('ticket-a.b', 3, 7));
    const unwritten = new WrongExpectedVersionError(undefined, {
      streamName: 'x',
      current: 'no_stream',
      expected: 3n,
    });
    expect(ourError(unwritten, appending)).toMatchObject({ expected: 3, actual: noStream });
  });

  it.each([
    new StoreUnavailable('closed'),
    new StoreRefused('invalid', 'no'),
    new UnreadableEvent('odd'),
    new WrongRevision('s', 1, 2),
  ])('stays as it is when it is ours: $name', error => {
    expect(ourError(error)).toBe(error);
  });
});

describe('the answer to an append in a batch', () => {
  const appending = { stream: 'ticket-a.b', expected: 3 };
  const answer = (name: string, details: Uint8Array = new Uint8Array(), message = 'said') => {
    const any = new anyPb.Any();
    any.pack(Uint8Array.from(details), `event_store.client.${name}`);
    return new statusPb.Status().setMessage(message).setDetails(any);
  };

  it.each([
    ['MaximumAppendSizeExceeded', 'too-large'],
    ['StreamDeleted', 'stream-ended'],
    ['AccessDenied', 'access-denied'],
    ['BadRequest', 'invalid'],
    ['InvalidTransaction', 'invalid'],
  ])('lasts: %s', (name, reason) => {
    const ours = batchError(answer(name), appending);
    expect(ours).toBeInstanceOf(StoreRefused);
    expect(ours).toMatchObject({ reason });
    expect(ours.message).toContain('ticket-a.b: said');
  });

  it.each(['Timeout', 'Unknown', 'ToBeInvented'])('may pass: %s', name => {
    const ours = batchError(answer(name), appending);
    expect(ours).toBeInstanceOf(StoreUnavailable);
    expect(ours.message).toContain('said');
  });

  it('may pass when it says nothing at all', () => {
    expect(batchError(new statusPb.Status(), appending)).toBeInstanceOf(StoreUnavailable);
  });

  it('tells where the stream is', () => {
    const wrong = new sharedPb.WrongExpectedVersion();
    const unwritten = answer('WrongExpectedVersion', wrong.serializeBinary());
    expect(batchError(unwritten, appending)).toEqual(new WrongRevision('ticket-a.b', 3, noStream));
    wrong.setCurrentStreamRevision('7');
    const behind = answer('WrongExpectedVersion', wrong.serializeBinary());
    expect(batchError(behind, appending)).toEqual(new WrongRevision('ticket-a.b', 3, 7));
  });
});

describe('a client of the package', () => {
  it.each(passing.filter(([, error]) => 'type' in error))('is trusted after %s', (_, error) => {
    expect(isStuck(error)).toBe(false);
  });

  it('is trusted after a plain error that makes it connect anew', () => {
    expect(isStuck(raw(status.UNAVAILABLE, 'connection dropped'))).toBe(false);
    expect(isStuck(raw(status.CANCELLED, 'shutting down'))).toBe(false);
  });

  it('is not trusted when it may remember a failure for good', () => {
    expect(isStuck(raw(status.INTERNAL, 'features'))).toBe(true);
    expect(isStuck(raw(status.DEADLINE_EXCEEDED, 'features'))).toBe(true);
    expect(isStuck(new Error('no answer within 12000 ms'))).toBe(true);
  });
});
