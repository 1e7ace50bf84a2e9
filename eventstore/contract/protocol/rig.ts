import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { ChannelCredentials, Metadata } from '@grpc/grpc-js';

/** Where a connection string leads, for calls that the vendor's client would not make. */
export const openAddress = (connectionString: string) => {
  const [, credentials, address = '', parameters = ''] =
    /^[^:]+:\/\/(?:(.+)@)?([^/?]+)\/?\??(.*)$/.exec(connectionString) ?? [];
  const options = new URLSearchParams(parameters);
  const authority = options.get('tlsCAFile');
  const metadata = new Metadata();
  if (credentials) {
    const encoded = Buffer.from(decodeURIComponent(credentials)).toString('base64');
    metadata.set('authorization', `Basic ${encoded}`);
  }
  const channel =
    options.get('tls') === 'false'
      ? ChannelCredentials.createInsecure()
      : ChannelCredentials.createSsl(authority ? readFileSync(authority) : null);
  return { address, channel, metadata };
};

export type Account = { readonly user: string; readonly password: string };

/** The account of a connection string; what EventStoreDB is delivered with where it has none. */
const accountIn = (connectionString: string): Account => {
  const [, user = 'admin', password = 'changeit'] = /\/\/([^:@/]+):([^@/]*)@/.exec(connectionString) ?? [];
  return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
};

/** The vendor's client and the bare protocol beside it; the account is for calls that bring their own. */
export const openRig = (connectionString: string, account = accountIn(connectionString)) => {
  const { address, channel, metadata } = openAddress(connectionString);
  const client = EventStoreDBClient.connectionString(connectionString);
  const raw = new streamsGrpc.StreamsClient(address, channel);
  const close = async (): Promise<void> => {
    raw.close();
    await client.dispose();
  };
  const credentials = { username: account.user, password: account.password };
  return { connectionString, credentials, client, raw, metadata, address, channel, close };
};

export type Rig = ReturnType<typeof openRig>;

export const newStream = (): string => `probe-${randomUUID()}`;

export const newEvents = (count: number, type = 'Something') =>
  Array.from({ length: count }, (_, index) => jsonEvent({ id: randomUUID(), type, data: { index } }));

export type ReadOptions = Parameters<EventStoreDBClient['readStream']>[1];

export const revisionsOf = async (
  client: EventStoreDBClient,
  stream: string,
  options: ReadOptions = {},
): Promise<number[]> =>
  (await Array.fromAsync(client.readStream(stream, options))).map(({ event }) => Number(event?.revision));

/** The first so many things that a stream of them gives. */
export const take = async <Item>(source: AsyncIterable<Item>, count: number): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of source) {
    items.push(item);
    if (items.length >= count) break;
  }
  return items;
};
