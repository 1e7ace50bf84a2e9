import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { DamagedLog } from './damage.ts';
import type { Expected } from './log-types.ts';
import type { Answer } from './transaction.ts';

/** An error that a call ends with. */
export class Refusal extends Error implements StatusObject {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;

  constructor(code: status, details: string, metadata: Metadata) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = metadata;
  }
}

/** Trailers carry ASCII alone; other names are percent-encoded. The details may hold anything. */
const ascii = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text));

export const refusal = (code: status, details: string, trailers: Record<string, string> = {}): Refusal => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, ascii(value));
  return new Refusal(code, details, metadata);
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof DamagedLog) return refusal(status.DATA_LOSS, `the log is damaged: ${error.message}`);
  return refusal(status.UNKNOWN, messageOf(error));
};

const goodbye = 'the event store is shutting down';

export const shuttingDown = (): Refusal => refusal(status.UNAVAILABLE, goodbye);

export const takesNothing = (): Refusal => refusal(status.UNAVAILABLE, 'no leader: the disk is full');

/** For a call that is under way: an orderly end would be taken for the end of what there is. */
export const brokenOff = (): Refusal => refusal(status.CANCELLED, goodbye);

export const noSuchPosition = (): Refusal => refusal(status.UNKNOWN, 'Unexpected ReadAllResult: Error');

export const streamDeleted = (stream: string): Refusal =>
  refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const tooLarge = (limit: number): Refusal =>
  refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });

const expectedNumber = (expected: Expected): string => {
  if (expected === 'no-stream') return '-1';
  if (expected === 'any') return '-2';
  if (expected === 'stream-exists') return '-4';
  return String(expected);
};

/** Of a removal alone: an append is answered with its wrong revision. */
const wrongVersion = (stream: string, expected: Expected, actual: number): Refusal =>
  refusal(
    status.FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expectedNumber(expected)}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': expectedNumber(expected),
      'actual-version': String(actual),
    },
  );

type Asked = { readonly stream: string; readonly expected: Expected };

/** How a unary call ends that did not succeed. */
export const refusalFor = (
  answer: Exclude<Answer, { kind: 'done' }>,
  { stream, expected }: Asked,
): Refusal => {
  switch (answer.kind) {
    case 'wrong':
      return wrongVersion(stream, expected, answer.actual);
    case 'deleted':
      return streamDeleted(stream);
    case 'late':
      return refusal(status.DEADLINE_EXCEEDED, 'not written in time');
    case 'stopped':
      return shuttingDown();
    case 'failed':
      return refusal(status.UNAVAILABLE, `not written: ${answer.message}`);
  }
};
