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

/** A decrypted part of a message, as it is stored together with the ratchet that decrypted it. */
export type JournalEntry = {
  readonly chat: string;
  readonly participant: string;
  readonly stanzaId: string;
  /** Which of the stanza's ciphertexts: a sender's first message to a group has two. */
  readonly encIndex: number;
  readonly attrs: Envelope;
  /** The content as WhatsApp's protocol buffer. */
  readonly plain: Uint8Array;
};
export type JournalRow = JournalEntry & { readonly seq: number };

/** Under this name the key store takes journal entries beside keys. */
export const journalType = 'inbox-journal';
