import type { SignalKeyStoreWithTransaction, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys';
import type { Baileys } from '../baileys.ts';
import type { FirstMessage } from './stanza-tracker.ts';

/** What has been seen to for first messages that wait. */
export type Prepared = {
  readonly ready: ReadonlySet<Uint8Array>;
  /** Reads into the transaction that runs what opening them will ask for. */
  readonly load: () => Promise<void>;
};

type Dependencies = {
  readonly baileys: Baileys;
  readonly keys: SignalKeyStoreWithTransaction;
  readonly repository: Pick<SignalRepositoryWithLIDStore, 'lidMapping' | 'jidToSignalProtocolAddress'>;
};

/**
 * Does for several first messages what the library does for each before it opens it, each step at once for all: it
 * stores which number and LID are one, and moves the session that the number has. Those with one to be moved are
 * left to the library, and so are those that do not tell their number. Throws what Postgres throws.
 */
export const prepareFirstMessages =
  ({ baileys, keys, repository }: Dependencies) =>
  async (waiting: readonly FirstMessage[]): Promise<Prepared> => {
    const users = new Map(waiting.map(each => [each, baileys.jidDecode(each.number ?? '')?.user]));
    const asked = [...users.values()].filter(user => user !== undefined);
    // Devices of a number are known when somebody there was written to: only then it has a session.
    const devices = await keys.get('device-list', asked);
    const ready = waiting.filter(each => {
      const user = users.get(each);
      return user !== undefined && !devices[user];
    });
    await repository.lidMapping.storeLIDPNMappings(
      ready.map(({ author, number = '' }) => ({ lid: author, pn: number })),
    );
    const addresses = ready.map(({ author }) => repository.jidToSignalProtocolAddress(author));
    await Promise.all([keys.get('session', addresses), keys.get('identity-key', addresses)]);
    const preKeys = ready.flatMap(({ ciphertext }) => preKeyOf(baileys, ciphertext));
    return {
      ready: new Set(ready.map(({ ciphertext }) => ciphertext)),
      load: async () => {
        if (preKeys.length > 0) await keys.get('pre-key', preKeys);
      },
    };
  };

/** Which of our pre-keys a first message was made with; what is damaged fails when it is opened. */
const preKeyOf = (baileys: Baileys, ciphertext: Uint8Array): string[] => {
  try {
    // A byte with the version stands ahead.
    const { preKeyId } = baileys.proto.PreKeySignalMessage.decode(ciphertext.subarray(1));
    return preKeyId ? [String(preKeyId)] : [];
  } catch {
    return [];
  }
};
