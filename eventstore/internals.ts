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

type Opening = {
  createChannel: () => Promise<{ readonly internalChannel: { readonly options: Record<string, unknown> } }>;
};

/** How much a store may have sent that nobody has read yet; by default 64 kB. */
const windowBytes = 1024 * 1024;

/** Lets a store send on while this process works on what it has: the package has no option for that. */
export const widened = (client: EventStoreDBClient): EventStoreDBClient => {
  const opening = client as unknown as Opening;
  const { createChannel } = opening;
  opening.createChannel = async () => {
    const channel = await createChannel();
    // grpc-js connects when it is first asked for something, and looks at this then.
    channel.internalChannel.options['grpc-node.flow_control_window'] = windowBytes;
    return channel;
  };
  return client;
};

export const internalsOf = (client: EventStoreDBClient): Internals => client as unknown as Internals;
