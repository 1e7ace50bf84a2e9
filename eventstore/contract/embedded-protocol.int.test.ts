import { once } from 'node:events';
import {
  CancelledError,
  END,
  eventTypeFilter,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import monitoringGrpc from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projectionsGrpc from '@eventstore/db-client/generated/projections_grpc_pb.js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import { Client, Metadata, type ServiceDefinition, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEvents, newStream, openRig, type Rig, take } from './protocol/rig.ts';
import { startEmbeddedTarget, type Target } from './targets.ts';

const raw = (value: Buffer): Buffer => value;

const callEmpty = (client: Client, path: string): Promise<ServiceError | null> =>
  new Promise(resolve => {
    const metadata = new Metadata();
    client.makeUnaryRequest(path, raw, raw, Buffer.alloc(0), metadata, error => resolve(error));
  });

/** What the embedded node promises beyond what every server does. */
describe('the embedded node', () => {
  let target: Target;
  let rig: Rig;
  let stream: string;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
    rig = openRig(target.connectionString);
  });
  afterAll(async () => {
    await rig.close();
    await target.stop();
  });
  beforeEach(() => {
    stream = newStream();
  });
  const append = async (count: number, to = stream) => {
    const { position } = await rig.client.appendToStream(to, newEvents(count));
    if (!position) throw new Error('an append answers its position');
    return position;
  };

  it('tells a live reader who had fallen behind that it has caught up again', async () => {
    const subscription = rig.client.subscribeToStream(stream, {}, { highWaterMark: 1 });
    const said: string[] = [];
    subscription.on('caughtUp', () => said.push('caught up'));
    subscription.on('confirmation', () => said.push('confirmed'));
    subscription.resume();
    await once(subscription, 'caughtUp');
    subscription.pause();
    const large = () => jsonEvent({ type: 'Something', data: { text: 'x'.repeat(900) } });
    for (let round = 0; round < 20; round += 1) {
      await rig.client.appendToStream(stream, Array.from({ length: 500 }, large));
    }
    const again = once(subscription, 'caughtUp');
    let last = -1;
    subscription.on('data', ({ event }) => {
      expect(Number(event?.revision)).toBe(last + 1);
      last += 1;
    });
    subscription.resume();
    await again;
    while (last < 9999) await once(subscription, 'data');
    expect(said).toEqual(['confirmed', 'caught up', 'caught up']);
    await subscription.unsubscribe();
  });

  it.each(['(?i)^KIND\\-', '^[Kk]ind\\-'])('understands the expression %s', async regex => {
    const from = await append(1);
    await rig.client.appendToStream(stream, newEvents(1, 'Kind-A'));
    const filter = eventTypeFilter({ regex });
    const [found] = await take(rig.client.subscribeToAll({ fromPosition: from, filter }), 1);
    expect(found?.event?.streamId).toBe(stream);
  });

  it('refuses what is not an expression', async () => {
    const filter = eventTypeFilter({ regex: '(' });
    const reading = Array.fromAsync(rig.client.subscribeToAll({ filter }));
    await expect(reading).rejects.toThrow('the filter is not a regular expression');
  });

  it('percent-encodes a name that is not ASCII where only ASCII can stand', async () => {
    const name = `situação-${stream}-✓`;
    await append(1, name);
    const asking = rig.client.deleteStream(name, { expectedRevision: 5n });
    await expect(asking).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await expect(asking).rejects.toMatchObject({
      streamName: encodeURIComponent(name),
      expectedVersion: 5n,
      actualVersion: 0n,
    });
    await expect(asking).rejects.toThrow(`Stream: ${name}, Expected version: 5`);
    const appending = rig.client.appendToStream(name, newEvents(1), { expectedRevision: 5n });
    await expect(appending).rejects.toMatchObject({ streamName: name });
  });

  it('takes 2^64 − 1 for the end of the whole log', async () => {
    await append(1);
    const [commit, prepare] = [2n ** 64n - 1n, 2n ** 64n - 1n];
    expect(await Array.fromAsync(rig.client.readAll({ fromPosition: { commit, prepare } }))).toEqual([]);
    const subscription = rig.client.subscribeToAll({ fromPosition: { commit, prepare } });
    const next = take(subscription, 1);
    await once(subscription, 'confirmation');
    await append(1);
    expect((await next)[0]?.event).toMatchObject({ streamId: stream, revision: 1n });
  });

  it('refuses to follow the whole log from a position of no event', async () => {
    const { commit } = await append(1);
    const from = { commit: commit - 3n, prepare: commit - 3n };
    const following = Array.fromAsync(rig.client.subscribeToAll({ fromPosition: from }));
    await expect(following).rejects.toMatchObject({ code: status.UNKNOWN });
  });

  it('cancels a reading that it does not bring to its end', async () => {
    const ending = await startEmbeddedTarget();
    const reader = openRig(ending.connectionString);
    const large = Array.from({ length: 180 }, () =>
      jsonEvent({ type: 'Large', data: { text: 'x'.repeat(5000) } }),
    );
    for (let round = 0; round < 12; round += 1) await reader.client.appendToStream(stream, large);
    let stopped: Promise<void> | undefined;
    const reading = (async () => {
      for await (const _ of reader.client.readStream(stream)) stopped ??= ending.stop();
    })();
    await expect(reading).rejects.toBeInstanceOf(CancelledError);
    await stopped;
    await reader.close();
  });

  it('gives the event that ends its stream to who follows it, and then ends that', async () => {
    await append(2);
    const subscription = rig.client.subscribeToStream(stream, { fromRevision: END });
    const seen: string[] = [];
    subscription.on('data', ({ event }) => seen.push(`${event?.type}@${event?.revision}`));
    const failed = new Promise(resolve => {
      subscription.once('error', resolve);
    });
    await once(subscription, 'caughtUp');
    await rig.client.tombstoneStream(stream);
    expect(await failed).toBeInstanceOf(StreamDeletedError);
    expect(seen).toEqual([`$streamDeleted@${2n ** 63n - 1n}`]);
  });

  it.each<[string, ServiceDefinition]>([
    ['persistent subscriptions', persistentGrpc.PersistentSubscriptionsService],
    ['projections', projectionsGrpc.ProjectionsService],
    ['operations', operationsGrpc.OperationsService],
    ['users', usersGrpc.UsersService],
    ['monitoring', monitoringGrpc.MonitoringService],
  ])('says of every call that it does not offer %s', async (what, service) => {
    const client = new Client(rig.address, rig.channel);
    const errors = await Promise.all(Object.values(service).map(({ path }) => callEmpty(client, path)));
    client.close();
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) {
      expect(error?.code).toBe(status.UNIMPLEMENTED);
      expect(error?.details).toBe(`the embedded node does not offer ${what}`);
    }
  });

  it('says so through the vendor’s client too', async () => {
    const { client } = rig;
    const settings = persistentSubscriptionToStreamSettingsFromDefaults();
    const sentence = 'the embedded node does not offer persistent subscriptions';
    const creating = client.createPersistentSubscriptionToStream(stream, 'group', settings);
    await expect(creating).rejects.toThrow(sentence);
    await expect(client.listAllPersistentSubscriptions()).rejects.toThrow(sentence);
    const projecting = client.createProjection('name', 'fromAll()', { trackEmittedStreams: true });
    await expect(projecting).rejects.toThrow('the embedded node does not offer projections');
  });
});
