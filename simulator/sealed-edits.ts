import { randomBytes } from 'node:crypto';
import { aesDecryptGCM, aesEncryptGCM, hmacSign, proto } from '@whiskeysockets/baileys';

/** The message that is edited, and by whom: its author's jid without a device. */
type Edited = { readonly id: string; readonly jid: string };
type Sealed = { readonly encPayload: Uint8Array; readonly encIv: Uint8Array };

const nothing = new Uint8Array(0);

/** What a message says from now on, sealed with its secret as newer phones do it. */
export function sealContent(content: proto.IMessage, secret: Uint8Array, edited: Edited): Sealed {
  const encIv = randomBytes(12);
  const plain = proto.Message.encode(content).finish();
  return { encIv, encPayload: aesEncryptGCM(plain, keyOf(secret, edited), encIv, nothing) };
}

/** Undefined when it was sealed with another secret, or by somebody else. */
export function openContent(
  { encPayload, encIv }: Sealed,
  secret: Uint8Array,
  edited: Edited,
): proto.IMessage | undefined {
  try {
    return proto.Message.decode(aesDecryptGCM(encPayload, keyOf(secret, edited), encIv, nothing));
  } catch {
    return undefined;
  }
}

/** HKDF-SHA-256 of one block, written out. */
function keyOf(secret: Uint8Array, { id, jid }: Edited): Buffer {
  const extracted = hmacSign(secret, new Uint8Array(32), 'sha256');
  return hmacSign(Buffer.from(`${id}${jid}${jid}Message Edit\u0001`), extracted, 'sha256');
}
