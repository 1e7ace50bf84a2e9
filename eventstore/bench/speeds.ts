import { BACKWARDS, END, type EventStoreDBClient, NO_STREAM, START } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { makeGenericClientConstructor } from '@grpc/grpc-js';
import { openAddress } from '../contract/protocol/rig.ts';
import { newStream, sample, samples } from './samples.ts';
import { pacedAt, rateOf, type Spread, secondsOf, spreadOf } from './timing.ts';

/** Single events, each lane to a stream of its own at the exact revision; appends a second. */
export const measureAppends = (
  client: EventStoreDBClient,
  inFlight: number,
  count: number,
): Promise<number> => {
  const lanes = Array.from({ length: inFlight }, () => ({ stream: newStream(), revision: -1n }));
  return rateOf(count, inFlight, async (_, number) => {
    const lane = lanes[number] ?? { stream: newStream(), revision: -1n };
    const expectedRevision = lane.revision < 0n ? NO_STREAM : lane.revision;
    const { nextExpectedRevision } = await client.appendToStream(lane.stream, sample(), { expectedRevision });
    lane.revision = nextExpectedRevision;
  });
};

/** Writes so many events as streams of 20. */
export const fill = async (client: EventStoreDBClient, count: number): Promise<void> => {
  const each = 20;
  await rateOf(Math.ceil(count / each), 16, () =>
    client.appendToStream(newStream(), samples(each), { expectedRevision: NO_STREAM }),
  );
};

/** A subscription from the start until it has seen `count` events, through the vendor's client; events a second. */
export const measureCatchUp = async (client: EventStoreDBClient, count: number): Promise<number> => {
  const took = await secondsOf(async () => {
    const subscription = client.subscribeToAll({ fromPosition: START }, { highWaterMark: 1024 });
    let seen = 0;
    await new Promise<void>((resolve, reject) => {
      subscription.on('data', () => {
        seen += 1;
        if (seen === count) resolve();
      });
      subscription.on('error', reject);
    });
    await subscription.unsubscribe();
  });
  return count / took;
};

const { ReadReq } = streamsPb;
const { Empty } = sharedPb;

const readAllRequest = (count: number): Buffer => {
  const all = new ReadReq.Options.AllOptions().setStart(new Empty());
  const options = new ReadReq.Options()
    .setAll(all)
    .setReadDirection(ReadReq.Options.ReadDirection.FORWARDS)
    .setResolveLinks(false)
    .setNoFilter(new Empty())
    .setCount(String(count))
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(new Empty()));
  return Buffer.from(new ReadReq().setOptions(options).serializeBinary());
};

const RawClient = makeGenericClientConstructor({}, 'raw');
const bytes = (value: Buffer): Buffer => value;

/** The same events without a client that decodes them: what the node itself can send; events a second. */
export const measureRawRead = async (url: string, count: number): Promise<number> => {
  const { address, channel, metadata } = openAddress(url);
  const client = new RawClient(address, channel);
  let seen = 0;
  const took = await secondsOf(
    () =>
      new Promise<void>((resolve, reject) => {
        const { path } = streamsGrpc.StreamsService.read;
        const call = client.makeServerStreamRequest(path, bytes, bytes, readAllRequest(count), metadata);
        call.on('data', () => {
          seen += 1;
        });
        call.on('end', resolve);
        call.on('error', reject);
      }),
  );
  client.close();
  return seen / took;
};

/** From the moment an append is sent until a live subscriber has its event, at so many a second; milliseconds. */
export const measureDelay = async (
  client: EventStoreDBClient,
  perSecond: number,
  count: number,
): Promise<Spread> => {
  const sent = new Map<string, number>();
  const delays: number[] = [];
  const subscription = client.subscribeToAll({ fromPosition: END });
  await new Promise(resolve => {
    subscription.once('caughtUp', resolve);
    subscription.on('data', ({ event }) => {
      const at = sent.get(event?.id ?? '');
      if (at !== undefined) delays.push(performance.now() - at);
    });
  });
  await pacedAt(perSecond, count, async () => {
    const event = sample();
    sent.set(event.id, performance.now());
    await client.appendToStream(newStream(), event, { expectedRevision: NO_STREAM });
  });
  await client
    .readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
    [Symbol.asyncIterator]()
    .next();
  await subscription.unsubscribe();
  return spreadOf(delays);
};
