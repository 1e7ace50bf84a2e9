import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import { internalsOf } from './internals.ts';
import { readResponse, type Said } from './read-response.ts';
import type { Position, Revision } from './types.ts';

const { Empty } = sharedPb;
const { ReadReq } = streamsPb;
const { Options } = ReadReq;
type Request = InstanceType<typeof ReadReq>;

const { read } = streamsGrpc.StreamsService;

const forwards = () =>
  new Options()
    .setReadDirection(Options.ReadDirection.FORWARDS)
    .setResolveLinks(false)
    .setUuidOption(new Options.UUIDOption().setString(new Empty()));

/** All of a stream from a revision on. */
export const wholeStream = (stream: string, from: Revision): Request => {
  const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
  const place = new Options.StreamOptions().setStreamIdentifier(identifier).setRevision(String(from));
  const options = forwards()
    .setStream(place)
    .setNoFilter(new Empty())
    .setCount(String(Number.MAX_SAFE_INTEGER));
  return new ReadReq().setOptions(options);
};

export type Following = {
  readonly after: Position | undefined;
  /** Beginnings of names of streams. */
  readonly prefixes: readonly string[];
  /** Beginnings of names of types: then the store looks at those alone. */
  readonly types?: readonly string[] | undefined;
  /** A checkpoint is told after so many considered events, times the multiplier. */
  readonly window: number;
  readonly multiplier: number;
};

/** What there is of some streams, and then what comes. */
export const following = ({ after, prefixes, types, window, multiplier }: Following): Request => {
  const place = new Options.AllOptions();
  if (after === undefined) place.setStart(new Empty());
  else {
    const position = String(after);
    place.setPosition(new Options.Position().setCommitPosition(position).setPreparePosition(position));
  }
  const names = new Options.FilterOptions.Expression().setPrefixList([...(types ?? prefixes)]);
  const filter = new Options.FilterOptions().setMax(window).setCheckpointintervalmultiplier(multiplier);
  if (types) filter.setEventType(names);
  else filter.setStreamIdentifier(names);
  const subscription = new Options.SubscriptionOptions();
  const options = forwards().setAll(place).setSubscription(subscription).setFilter(filter);
  return new ReadReq().setOptions(options);
};

export type Reading = {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends it without a word. */
  readonly cancel: () => void;
};

export type Heard = {
  readonly said: (said: Said) => void;
  /** How a message is read; by default with data and metadata as JSON. */
  readonly deserialize?: ((message: Buffer) => Said) | undefined;
  readonly ended: () => void;
  /** Notification at most once, and never of a cancellation from here. */
  readonly failed: (error: unknown) => void;
};

type Call = ClientReadableStream<Said>;

/** Reads over the client's connection, which the client replaces when it breaks. */
export const openReading = (client: EventStoreDBClient, request: Request, heard: Heard): Reading => {
  const internals = internalsOf(client);
  let call: Call | undefined;
  let isPaused = false;
  let isOver = false;

  const over = (tell: () => void): void => {
    if (isOver) return;
    isOver = true;
    tell();
  };
  const opening = internals.GRPCStreamCreator<Call>(streamsGrpc.StreamsClient, 'read', grpc =>
    grpc.makeServerStreamRequest(
      read.path,
      read.requestSerialize,
      heard.deserialize ?? readResponse,
      request,
      ...internals.callArguments({}, { deadline: Number.POSITIVE_INFINITY }),
    ),
  );
  opening().then(
    opened => {
      call = opened;
      opened.on('error', error => over(() => heard.failed(convertToCommandError(error) ?? error)));
      opened.on('end', () => over(heard.ended));
      if (isOver) return opened.cancel();
      opened.on('data', heard.said);
      if (isPaused) opened.pause();
    },
    error => over(() => heard.failed(error)),
  );

  return {
    pause: () => {
      isPaused = true;
      call?.pause();
    },
    resume: () => {
      if (!isPaused) return;
      isPaused = false;
      call?.resume();
    },
    cancel: () => {
      isOver = true;
      // Within the call's own events grpc-js does not bear it.
      setImmediate(() => call?.cancel());
    },
  };
};
