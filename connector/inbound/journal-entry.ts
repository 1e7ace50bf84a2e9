/** What stood on the envelope: everything about a message but its content. */
export type Envelope = {
  readonly id: string;
  readonly fromMe: boolean;
  /** The chat as the stanza named it, without device. */
  readonly remoteJid: string;
  /** The same chat by its other name: the phone number's jid of a lid, or the other way round. */
  readonly remoteJidAlt: string | null;
  readonly participant: string | null;
  readonly participantAlt: string | null;
  /** Seconds since 1970, by WhatsApp's clock. */
  readonly sentAt: number;
  readonly pushName: string | null;
};

/**
 * A decrypted part of a message, as it is stored together with the ratchet that decrypted it; or word of one that
 * has no content that could be read.
 */
export type JournalEntry = {
  readonly chat: string;
  /** Who wrote in a group; `me` for what the account itself wrote. */
  readonly participant: string;
  readonly stanzaId: string;
  /** Which of the stanza's ciphertexts: a sender's first message to a group has two. Below zero: see `parts`. */
  readonly encIndex: number;
  readonly attrs: Envelope;
  /** The content as WhatsApp's protocol buffer; null when it could not be decrypted, or is rejected unread. */
  readonly plain: Uint8Array | null;
  /** Why it is nothing for the inbox, when that is known before it is read. */
  readonly rejected?: string;
};

/** Where a part of a stanza stands: ids are the sender's choice, so each sender in each chat has their own. */
export const placeOf = (attrs: Envelope) => ({
  chat: attrs.remoteJid,
  participant: attrs.fromMe ? 'me' : (attrs.participant ?? ''),
  stanzaId: attrs.id,
  attrs,
});

/** What else than a ciphertext of the stanza an entry may hold. */
export const parts = {
  /** The content that the account's phone sent on request. */
  resent: -1,
  /** It could not be decrypted. The entry gives way to the content when that comes. */
  unreadable: -2,
  /** What the stanza itself says, without a ciphertext. */
  stanza: -3,
  /** The account's phone tells of older messages. Imported apart from the chats; see openHistory. */
  history: -4,
} as const;

export type JournalRow = JournalEntry & { readonly seq: number };

/** Under this name the key store takes journal entries beside keys. */
export const journalType = 'inbox-journal';
