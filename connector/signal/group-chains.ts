import { GroupCipher, type SenderKeyStore } from '@whiskeysockets/baileys/lib/Signal/Group/group_cipher.js';
import { SenderKeyMessage } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-message.js';
import type { SenderKeyName } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-name.js';
import type { SenderKeyState } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-state.js';
import type { SenderMessageKey } from '@whiskeysockets/baileys/lib/Signal/Group/sender-message-key.js';
import { withShelves } from './kept-keys.ts';

type Cipher = {
  readonly senderKeyStore: SenderKeyStore;
  readonly senderKeyName: SenderKeyName;
  getSenderKey: (state: SenderKeyState, iteration: number) => SenderMessageKey;
  decrypt: GroupCipher['decrypt'];
};

const cipher = GroupCipher.prototype as unknown as Cipher;
const { getSenderKey, decrypt } = cipher;

/**
 * The library passes over a step of a group's chain at each encryption but the first, and keeps that step's key as if a
 * message under it could still come: 2,000 of them, in the record of who writes and in that of each member who reads.
 * Phones use each step; so does an own chain (whose signing key is ours) from here on, which drops what was kept. What is
 * kept of a chain of another's is kept beside the record.
 *
 * And it opens the message that comes late: the library reads a kept key back from its record in a form that its own
 * cipher refuses.
 */
export const mendGroupChains = (): void => {
  cipher.getSenderKey = function (this: Cipher, state, iteration) {
    const { senderMessageKeys: kept } = state.getStructure();
    const isOwn = !!state.getSigningKeyPrivate()?.length;
    if (isOwn) kept.length = 0;
    else for (const key of kept) if (key.iteration === iteration) key.seed = Buffer.from(key.seed);
    return getSenderKey.call(this, state, isOwn ? state.getSenderChainKey().getIteration() : iteration);
  };
  cipher.decrypt = async function (this: Cipher, sealed) {
    const message = new SenderKeyMessage(null, null, null, null, sealed);
    const place = { keyId: message.getKeyId(), iteration: message.getIteration() };
    const store = withShelves(this.senderKeyStore, place);
    return decrypt.call(new GroupCipher(store, this.senderKeyName), sealed);
  };
};
