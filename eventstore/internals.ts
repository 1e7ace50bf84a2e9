import type { EventStoreDBClient } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { CallOptions, Metadata } from '@grpc/grpc-js';

/** What the package's client has and does not show: the calls over its connection, and what the server offers. */
export type Internals = {
  readonly supports: (method: unknown) => Promise<boolean>;
  readonly callArguments: (options: object, call: CallOptions) => [Metadata, CallOptions];
  readonly GRPCStreamCreator: <Call>(
    client: typeof StreamsClient,
    name: string,
    create: (client: StreamsClient) => Call,
    cache?: WeakMap<StreamsClient, Call>,
  ) => () => Promise<Call>;
};

export const internalsOf = (client: EventStoreDBClient): Internals => client as unknown as Internals;
