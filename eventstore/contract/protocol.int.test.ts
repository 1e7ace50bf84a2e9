import {
  EventStoreDBClient,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProtocol } from './protocol-behaviours.ts';
import { realServer, startEmbeddedTarget, type Target } from './targets.ts';

describe('through the vendor’s client', () => {
  let target: Target;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
    client = EventStoreDBClient.connectionString(target.connectionString);
  });
  afterAll(async () => {
    await client.dispose();
    await target.stop();
  });
  describeProtocol('the embedded node', () => client);

  it('is found by discovery as a cluster of one', async () => {
    const discovering = EventStoreDBClient.connectionString(
      target.connectionString.replace('esdb:', 'esdb+discover:'),
    );
    const read = Array.fromAsync(discovering.readAll({ maxCount: 1 }));
    await expect(read).resolves.toHaveLength(1);
    await discovering.dispose();
  });

  it('says that it does not offer persistent subscriptions', async () => {
    const settings = persistentSubscriptionToStreamSettingsFromDefaults();
    const creating = client.createPersistentSubscriptionToStream('probe', 'group', settings);
    await expect(creating).rejects.toThrow('the embedded node does not offer persistent subscriptions');
  });
});

describe.skipIf(!realServer)('through the vendor’s client', () => {
  const client = realServer ? EventStoreDBClient.connectionString(realServer) : undefined;
  afterAll(() => client?.dispose());
  describeProtocol('a real server', () => {
    if (!client) throw new Error('EVENTSTORE_CONTRACT_URL is not set');
    return client;
  });
});
