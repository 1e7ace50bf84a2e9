import { EventStoreDBClient } from '@eventstore/db-client';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rig } from './rig.ts';

/** Asked without credentials: the vendor's client sends none with these questions. */
const askFeatures = ({ address, channel }: Rig): Promise<SupportedMethods> =>
  new Promise((resolve, reject) => {
    const features = new featuresGrpc.ServerFeaturesClient(address, channel);
    features.getSupportedMethods(new sharedPb.Empty(), (error, answer) => {
      features.close();
      if (error) reject(error);
      else resolve(answer);
    });
  });

export const describeDescribing = (current: () => Rig): void => {
  describe('what it says of itself', () => {
    let rig: Rig;
    beforeEach(() => {
      rig = current();
    });

    it('names its version and its methods, in lower case', async () => {
      const answer = await askFeatures(rig);
      expect(answer.getEventStoreServerVersion()).toMatch(/^\d+\.\d+\.\d+/);
      const methods = answer.getMethodsList().map(each => `${each.getServiceName()}/${each.getMethodName()}`);
      expect(methods).toEqual(methods.map(name => name.toLowerCase()));
      for (const name of ['append', 'batchappend', 'read', 'delete', 'tombstone']) {
        expect(methods).toContain(`event_store.client.streams.streams/${name}`);
      }
    });

    it('is found by discovery', async () => {
      const discovering = EventStoreDBClient.connectionString(
        rig.connectionString.replace('esdb:', 'esdb+discover:'),
      );
      const [newest] = await Array.fromAsync(
        discovering.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }),
      );
      expect(newest?.event).toBeDefined();
      await discovering.dispose();
    });
  });
};
