import { randomUUID } from 'node:crypto';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import timestampPb from 'google-protobuf/google/protobuf/timestamp_pb.js';
import type { StoredForm } from './codec.ts';
import { type Internals, internalsOf } from './internals.ts';
import { type Appending, batchError } from './store-errors.ts';
import { type Appended, noStream, StoreRefused, StoreUnavailable } from './types.ts';

/** The most bytes that a server takes in one append unless it is told otherwise: see `bytesOf`. */
const largestAppend = 1_048_576;

type Line = ClientDuplexStream<InstanceType<typeof streamsPb.BatchAppendReq>, BatchAppendResp>;
type Pending = {
  readonly appending: Appending;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
};

const lines = new WeakMap<StreamsClient, Line>();
const pendingOn = new WeakMap<Line, Map<string, Pending>>();

const appendedBy = (response: BatchAppendResp): Appended => {
  const success = response.getSuccess();
  return {
    revision: success?.hasCurrentRevision() ? Number(success.getCurrentRevision()) : noStream,
    position: Number(success?.getPosition()?.getCommitPosition() ?? 0),
  };
};

/** A server answers with two numbers, ours with the text. */
const textOf = (id: UUID | undefined): string => {
  const halves = id?.getStructured();
  if (!halves) return id?.getString() ?? '';
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map(half => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const open = (internals: Internals, client: StreamsClient): Line => {
  const line = client.batchAppend(...internals.callArguments({}, { deadline: Number.POSITIVE_INFINITY }));
  const pending = new Map<string, Pending>();
  pendingOn.set(line, pending);
  const fail = (error: Error): void => {
    lines.delete(client);
    pendingOn.delete(line);
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  line.on('data', (response: BatchAppendResp) => {
    const id = textOf(response.getCorrelationId());
    const asked = pending.get(id);
    if (!asked) return;
    pending.delete(id);
    const status = response.getError();
    if (status) asked.reject(batchError(status, asked.appending));
    else asked.resolve(appendedBy(response));
  });
  line.on('error', error => fail(convertToCommandError(error) ?? error));
  line.on('end', () => {
    fail(new StoreUnavailable('the event store has ended the line of appends'));
    line.end();
  });
  return line;
};

/** As KurrentDB 25.0.0 counts them; EventStoreDB up to 24.2.0 counts the data alone. */
const bytesOf = (type: string, data: Buffer, metadata: Buffer): number =>
  data.length + metadata.length + 2 * type.length;

const request = (
  id: string,
  { stream, expected }: Appending,
  events: readonly StoredForm[],
  deadline: Date,
) => {
  const options = new streamsPb.BatchAppendReq.Options()
    .setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setDeadline(timestampPb.Timestamp.fromDate(deadline));
  if (expected === noStream) options.setNoStream(new emptyPb.Empty());
  else options.setStreamPosition(String(expected));
  let bytes = 0;
  const messages = events.map(event => {
    const data = Buffer.from(JSON.stringify(event.data));
    const metadata = Buffer.from(JSON.stringify(event.metadata));
    bytes += bytesOf(event.type, data, metadata);
    const message = new streamsPb.BatchAppendReq.ProposedMessage()
      .setId(new sharedPb.UUID().setString(event.id))
      .setData(data)
      .setCustomMetadata(metadata);
    message.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
    return message;
  });
  if (bytes > largestAppend)
    throw new StoreRefused(
      'too-large',
      `an append of ${bytes} bytes to ${stream} is larger than ${largestAppend}`,
    );
  return new streamsPb.BatchAppendReq()
    .setCorrelationId(new sharedPb.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(messages)
    .setIsFinal(true);
};

export type BatchAppend = {
  readonly appending: Appending;
  readonly events: readonly StoredForm[];
  readonly deadline: Date;
  readonly givenUp: AbortSignal;
};

export const offersBatches = (client: EventStoreDBClient): Promise<boolean> =>
  internalsOf(client).supports(streamsGrpc.StreamsService.batchAppend);

/**
 * Appends over the one line that a client keeps to its server for this. Each line knows its own appends in flight and
 * fails them, no others, when it breaks or ends. (The package's own way keeps those of all lines in one table: a line
 * to a former leader that breaks fails the appends on their way to the new one, and their answers then end the process.)
 */
export const appendInBatch = async (client: EventStoreDBClient, append: BatchAppend): Promise<Appended> => {
  const { appending, events, deadline, givenUp } = append;
  const id = randomUUID();
  const message = request(id, appending, events, deadline);
  const internals = internalsOf(client);
  const create = (grpc: StreamsClient) => open(internals, grpc);
  const line = await internals.GRPCStreamCreator(streamsGrpc.StreamsClient, 'append', create, lines)();
  return new Promise((resolve, reject) => {
    const pending = pendingOn.get(line);
    if (!pending) return reject(new StoreUnavailable('the line of appends has just broken'));
    pending.set(id, { appending, resolve, reject });
    givenUp.addEventListener('abort', () => pending.delete(id));
    line.write(message);
  });
};
