import { afterAll, beforeAll, describe } from 'vitest';
import { describeAppending } from './appending.ts';
import { describeDescribing } from './describing.ts';
import { describeLimiting } from './limiting.ts';
import { describeReading } from './reading.ts';
import { describeRemoving } from './removing.ts';
import { type Account, openRig, type Rig } from './rig.ts';
import { describeSubscribing } from './subscribing.ts';

/** What the protocol promises: a node passes it as a server of the vendor does. */
export const describeProtocol = (name: string, connectionString: () => string, account?: Account): void => {
  describe(name, () => {
    let rig: Rig;
    beforeAll(() => {
      rig = openRig(connectionString(), account);
    });
    afterAll(() => rig.close());
    const current = () => rig;
    describeAppending(current);
    describeReading(current);
    describeRemoving(current);
    describeLimiting(current);
    describeSubscribing(current);
    describeDescribing(current);
  });
};
