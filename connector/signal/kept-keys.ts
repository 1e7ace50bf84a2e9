import type { SenderKeyStore } from '@whiskeysockets/baileys/lib/Signal/Group/group_cipher.js';
import { SenderKeyName } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-name.js';
import {
  SenderKeyRecord,
  type SenderKeyStateStructure,
} from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-record.js';

type Key = SenderKeyStateStructure['senderMessageKeys'][number];

/**
 * A chain as it is stored here. `shelves` has the first and the last step of each shelf, one after the other, -1 for
 * one that is empty; `next` is the shelf that is filled next.
 */
type Chain = SenderKeyStateStructure & { shelves?: number[]; next?: number };

/** A message that comes late, or any other: its chain and its step. */
type Place = { readonly keyId: number; readonly iteration: number };

const shelfSize = 32;
/** With what stays in the record they hold at least the 2,000 keys that the library keeps. */
const shelfCount = 62;

/**
 * Keys of messages that a member of a group has not sent or that are still to come (2,000 at most), kept beside the
 * record instead of in it, on shelves of 32 that are records of their own: a member whose chain has gaps (the library's
 * own has one at each message) costs the same at each message, where the whole would be read and written each time.
 * The store that comes back reads one message, at `place`: its key is put into the record when it lies on a shelf.
 */
export const withShelves = (store: SenderKeyStore, place: Place): SenderKeyStore => ({
  loadSenderKey: async name => {
    const record = await store.loadSenderKey(name);
    const chain = chainsOf(record).find(each => each.senderKeyId === place.keyId);
    if (chain && chain.senderChainKey.iteration > place.iteration) await takeBack(store, name, chain, place);
    return record;
  },
  storeSenderKey: async (name, record) => {
    for (const chain of chainsOf(record)) await putAside(store, name, chain);
    await store.storeSenderKey(name, record);
  },
});

const chainsOf = (record: SenderKeyRecord): Chain[] => record.serialize();

const takeBack = async (store: SenderKeyStore, name: SenderKeyName, chain: Chain, place: Place) => {
  const { shelves = [] } = chain;
  for (let shelf = 0; shelf * 2 < shelves.length; shelf++) {
    const [first = -1, last = -1] = shelves.slice(shelf * 2, shelf * 2 + 2);
    if (place.iteration < first || place.iteration > last) continue;
    const [found] = chainsOf(await store.loadSenderKey(nameOf(name, shelf)));
    if (found?.senderKeyId !== place.keyId) continue;
    chain.senderMessageKeys = [...found.senderMessageKeys.map(asBytes), ...chain.senderMessageKeys];
    shelves.splice(shelf * 2, 2, -1, -1);
  }
};

const putAside = async (store: SenderKeyStore, name: SenderKeyName, chain: Chain) => {
  if (chain.senderMessageKeys.length <= shelfSize * 2) return;
  const shelves = chain.shelves ?? Array.from({ length: shelfCount * 2 }, () => -1);
  chain.shelves = shelves;
  const keys = chain.senderMessageKeys.toSorted((one, other) => one.iteration - other.iteration);
  while (keys.length > shelfSize) {
    const moved = keys.splice(0, shelfSize);
    const shelf = chain.next ?? 0;
    chain.next = (shelf + 1) % shelfCount;
    shelves.splice(shelf * 2, 2, moved[0]?.iteration ?? -1, moved.at(-1)?.iteration ?? -1);
    const { senderKeyId, senderSigningKey } = chain;
    const senderChainKey = { iteration: 0, seed: Buffer.alloc(0) };
    const kept = { senderKeyId, senderChainKey, senderSigningKey, senderMessageKeys: moved };
    await store.storeSenderKey(nameOf(name, shelf), new SenderKeyRecord([kept]));
  }
  chain.senderMessageKeys = keys;
};

const nameOf = (name: SenderKeyName, shelf: number): SenderKeyName =>
  new SenderKeyName(`${name.getGroupId()} kept ${shelf}`, name.getSender());

/** What the library reads back from its records is no bytes to its own cipher. */
const asBytes = ({ iteration, seed }: Key): Key => ({ iteration, seed: Buffer.from(seed) });
