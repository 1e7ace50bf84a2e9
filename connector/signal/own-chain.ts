import { GroupCipher } from '@whiskeysockets/baileys/lib/Signal/Group/group_cipher.js';
import type { SenderKeyState } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-state.js';
import type { SenderMessageKey } from '@whiskeysockets/baileys/lib/Signal/Group/sender-message-key.js';

type Cipher = { getSenderKey: (state: SenderKeyState, iteration: number) => SenderMessageKey };

const cipher = GroupCipher.prototype as unknown as Cipher;
const { getSenderKey } = cipher;

/**
 * The library passes over a step of a group's chain at each encryption but the first, and keeps that step's key as if a
 * message under it could still come: 2,000 of them, in the record of who writes and in that of each member who reads.
 * Phones use each step; so does an own chain (whose signing key is ours) from here on, which drops what was kept.
 */
export const useEachStep = (): void => {
  cipher.getSenderKey = function (this: Cipher, state, iteration) {
    if (!state.getSigningKeyPrivate()?.length) return getSenderKey.call(this, state, iteration);
    state.getStructure().senderMessageKeys.length = 0;
    return getSenderKey.call(this, state, state.getSenderChainKey().getIteration());
  };
};
