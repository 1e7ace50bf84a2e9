import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { Status as RpcStatus } from '@eventstore/db-client/generated/status_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendResp as BatchResponse } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { largestAppend } from '../decoding.ts';
import type { Expected } from '../log-types.ts';
import type { Answer } from '../transaction.ts';

const { BatchAppendResp } = streamsPb;
const { Empty } = emptyPb;

export type BatchAnswer =
  | Answer
  | { readonly kind: 'too-large' }
  | { readonly kind: 'invalid'; readonly message: string };
export type Asked = { readonly correlationId: string; readonly stream: string; readonly expected: Expected };

const identifier = (stream: string) =>
  new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));

const wrongVersion = (expected: Expected, actual: number) => {
  const wrong = new sharedPb.WrongExpectedVersion();
  if (actual < 0) wrong.setCurrentNoStream(new Empty());
  else wrong.setCurrentStreamRevision(String(actual));
  if (expected === 'any') wrong.setExpectedAny(new Empty());
  else if (expected === 'no-stream') wrong.setExpectedNoStream(new Empty());
  else if (expected === 'stream-exists') wrong.setExpectedStreamExists(new Empty());
  else wrong.setExpectedStreamPosition(String(expected));
  return wrong;
};

const packed = (code: status, message: string, name: string, details: Uint8Array): RpcStatus => {
  const any = new anyPb.Any();
  any.pack(details, `event_store.client.${name}`);
  return new statusPb.Status().setCode(Number(code)).setMessage(message).setDetails(any);
};

/**
 * As EventStoreDB answers what it cannot take now: with details that say nothing. The vendor's client passes the message
 * on only of details that it does not know.
 */
const unavailable = (message: string): RpcStatus => {
  const details = new anyPb.Any();
  details.pack(new Empty().serializeBinary(), 'google.protobuf.Empty');
  return new statusPb.Status().setCode(Number(status.UNAVAILABLE)).setMessage(message).setDetails(details);
};

const failure = (answer: Exclude<BatchAnswer, { kind: 'done' }>, { stream, expected }: Asked): RpcStatus => {
  switch (answer.kind) {
    case 'wrong': {
      const details = wrongVersion(expected, answer.actual).serializeBinary();
      return packed(status.FAILED_PRECONDITION, 'WrongExpectedVersion', 'WrongExpectedVersion', details);
    }
    case 'deleted': {
      const details = new sharedPb.StreamDeleted().setStreamIdentifier(identifier(stream)).serializeBinary();
      return packed(status.FAILED_PRECONDITION, 'StreamDeleted', 'StreamDeleted', details);
    }
    case 'late':
      return packed(status.DEADLINE_EXCEEDED, 'Timeout', 'Timeout', new sharedPb.Timeout().serializeBinary());
    case 'too-large': {
      const details = new sharedPb.MaximumAppendSizeExceeded()
        .setMaxappendsize(largestAppend)
        .serializeBinary();
      return packed(
        status.INVALID_ARGUMENT,
        'MaximumAppendSizeExceeded',
        'MaximumAppendSizeExceeded',
        details,
      );
    }
    case 'invalid': {
      const details = new sharedPb.BadRequest().setMessage(answer.message).serializeBinary();
      return packed(status.INVALID_ARGUMENT, answer.message, 'BadRequest', details);
    }
    case 'stopped':
      return unavailable('the event store is shutting down');
    case 'failed':
      return unavailable(answer.message);
  }
};

const success = ({ revision, position: at }: Extract<Answer, { kind: 'done' }>) => {
  const done = new BatchAppendResp.Success();
  if (revision < 0) done.setNoStream(new Empty());
  else done.setCurrentRevision(String(revision));
  if (at === undefined) return done.setNoPosition(new Empty());
  const position = new sharedPb.AllStreamPosition().setCommitPosition(String(at));
  return done.setPosition(position.setPreparePosition(String(at)));
};

/** The one answer to a batch of fragments. */
export const batchResponse = (answer: BatchAnswer, asked: Asked): BatchResponse => {
  const response = new BatchAppendResp();
  response.setCorrelationId(new sharedPb.UUID().setString(asked.correlationId));
  response.setStreamIdentifier(identifier(asked.stream));
  if (asked.expected === 'any') response.setAny(new Empty());
  else if (asked.expected === 'no-stream') response.setNoStream(new Empty());
  else if (asked.expected === 'stream-exists') response.setStreamExists(new Empty());
  else response.setStreamPosition(String(asked.expected));
  if (answer.kind === 'done') response.setSuccess(success(answer));
  else response.setError(failure(answer, asked));
  return response;
};
