import { afterAll, beforeAll, describe } from 'vitest';
import { openEventStore } from '../client.ts';
import type { EventStore } from '../types.ts';
import { describeEventStore } from './behaviours.ts';
import { realServer, startEmbeddedTarget, type Target } from './targets.ts';

describe('through the client', () => {
  let target: Target;
  let store: EventStore;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
    store = openEventStore({ connectionString: target.connectionString });
  });
  afterAll(async () => {
    await store.close();
    await target.stop();
  });
  describeEventStore('the embedded node', () => store);
});

describe.skipIf(!realServer)('through the client', () => {
  const store = realServer ? openEventStore({ connectionString: realServer }) : undefined;
  afterAll(() => store?.close());
  describeEventStore('a real server', () => {
    if (!store) throw new Error('EVENTSTORE_CONTRACT_URL is not set');
    return store;
  });
});
