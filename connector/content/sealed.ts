import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { WAMessageContent } from '@whiskeysockets/baileys';
import type { Baileys } from '../baileys.ts';
import { type Target, targetOf } from './draft.ts';

/** What a message that is sealed under another one's secret does to that one. */
const uses = {
  edit: 'Message Edit',
  eventEdit: 'Event Edit',
  reaction: 'Enc Reaction',
  comment: 'Enc Comment',
} as const;
export type SealedUse = keyof typeof uses;

/** Bytes are base64. */
export type Sealed = {
  readonly kind: 'sealed';
  readonly use: SealedUse;
  readonly target: Target;
  readonly payload: string;
  readonly iv: string;
};

/** The sealed change or comment that a message is; undefined when it is none, or names no message. */
export const sealedIn = (message: WAMessageContent): Sealed | undefined => {
  const { secretEncryptedMessage: edit, encReactionMessage: reaction, encCommentMessage: comment } = message;
  const sealed = edit ?? reaction ?? comment;
  const target = targetOf(sealed?.targetMessageKey);
  if (!sealed || !target) return undefined;
  // Of the kinds of sealed edits 1 is an event's.
  const use = edit ? (edit.secretEncType === 1 ? 'eventEdit' : 'edit') : reaction ? 'reaction' : 'comment';
  return {
    ...{ kind: 'sealed', use, target },
    payload: base64(sealed.encPayload),
    iv: base64(sealed.encIv),
  };
};

const base64 = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('base64');

/** By which names both may have been called when it was sealed: jids without devices. */
export type Sealers = { readonly authors: readonly string[]; readonly changers: readonly string[] };

/** Opens it with the secret of its message; undefined where nothing fits. */
export const openSealed = (
  baileys: Baileys,
  { use, target, payload, iv }: Sealed,
  secret: Uint8Array,
  { authors, changers }: Sealers,
): WAMessageContent | undefined => {
  for (const author of authors)
    for (const changer of changers) {
      const key = sealingKey(secret, { id: target.id, author, changer, use });
      const plain = decrypted(key, Buffer.from(iv, 'base64'), Buffer.from(payload, 'base64'));
      if (plain) return contentIn(baileys, use, plain);
    }
  return undefined;
};

type Sealing = {
  readonly id: string;
  readonly author: string;
  readonly changer: string;
  readonly use: SealedUse;
};

/** The key of one change: HKDF of the message's secret over who changes which message, and how. */
export const sealingKey = (secret: Uint8Array, { id, author, changer, use }: Sealing): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(32), `${id}${author}${changer}${uses[use]}`, 32));

const tagBytes = 16;

/** AES-256-GCM, the tag behind the ciphertext. */
const decrypted = (key: Buffer, iv: Buffer, payload: Buffer): Buffer | undefined => {
  if (payload.length < tagBytes || iv.length === 0) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv);
    decipher.setAuthTag(payload.subarray(-tagBytes));
    return Buffer.concat([decipher.update(payload.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
};

const contentIn = (baileys: Baileys, use: SealedUse, plain: Buffer): WAMessageContent | undefined => {
  const { Message } = baileys.proto;
  if (use === 'reaction') return decoded(() => ({ reactionMessage: Message.ReactionMessage.decode(plain) }));
  const message = decoded(() => Message.decode(plain));
  if (use !== 'eventEdit' || message?.eventMessage) return message;
  // Some phones seal the event alone, without the message around it.
  return decoded(() => ({ eventMessage: Message.EventMessage.decode(plain) }));
};

const decoded = (decode: () => WAMessageContent): WAMessageContent | undefined => {
  try {
    return decode();
  } catch {
    return undefined;
  }
};
