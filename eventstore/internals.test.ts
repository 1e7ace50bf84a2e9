import { EventStoreDBClient } from '@eventstore/db-client';
import { expect, it } from 'vitest';
import { widened } from './internals.ts';

it('the package’s client still makes its channel where we can tell it how much may be on its way', async () => {
  const client = widened(new EventStoreDBClient({ endpoint: '127.0.0.1:1' }, { insecure: true }));
  const opening = client as unknown as {
    createChannel: () => Promise<{ internalChannel: { options: object }; close: () => void }>;
  };
  const channel = await opening.createChannel();
  expect(channel.internalChannel.options).toMatchObject({ 'grpc-node.flow_control_window': 1_048_576 });
  channel.close();
});
