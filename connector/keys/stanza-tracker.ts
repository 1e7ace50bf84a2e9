import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Socket } from '../baileys.ts';

export type Stanza = { readonly node: BinaryNode; readonly encIndex: number };

/** A ciphertext that is all there is to open in its stanza. */
export type Sealed =
  | { readonly kind: 'contact'; readonly ciphertext: Uint8Array; readonly author: string }
  | {
      readonly kind: 'group';
      readonly ciphertext: Uint8Array;
      readonly author: string;
      readonly group: string;
    }
  | FirstMessage;

/** It brings the keys of a session; the others are opened under a session or sender key that exists. */
export type FirstMessage = {
  readonly kind: 'first';
  readonly ciphertext: Uint8Array;
  readonly author: string;
  /** The jid of the author's number. */
  readonly number: string | undefined;
};

/** Knows which stanza a ciphertext came in, and what has arrived after it. */
export type StanzaTracker = {
  readonly stanzaOf: (ciphertext: Uint8Array) => Stanza | undefined;
  /** What arrived right after the stanza of a ciphertext, if it can be opened as it is. */
  readonly nextOf: (ciphertext: Uint8Array) => Sealed | undefined;
  /**
   * A stanza is dealt with. It no longer leads to the next: each would keep all that came after it in memory until the
   * next full collection.
   */
  readonly done: (node: BinaryNode) => void;
  readonly attach: (socket: Socket) => void;
};

/** Remembers each stanza by its ciphertexts, before the library decrypts them. */
export const trackStanzas = (): StanzaTracker => {
  const stanzas = new WeakMap<Uint8Array, Stanza>();
  const following = new WeakMap<BinaryNode, BinaryNode>();
  let newest: BinaryNode | undefined;
  const remember = (node: BinaryNode) => {
    if (newest) following.set(newest, node);
    newest = node;
    for (const [encIndex, child] of childrenOf(node).entries()) {
      if (child.tag === 'enc' && child.content instanceof Uint8Array)
        stanzas.set(child.content, { node, encIndex });
    }
  };
  return {
    stanzaOf: ciphertext => stanzas.get(ciphertext),
    nextOf: ciphertext => {
      const stanza = stanzas.get(ciphertext);
      const next = stanza && following.get(stanza.node);
      return next && sealedIn(next);
    },
    done: node => {
      following.delete(node);
      if (newest === node) newest = undefined;
    },
    attach: socket => void socket.ws.prependListener('CB:message', remember),
  };
};

/**
 * The ciphertext of a stanza that can be opened ahead; a first message once it is prepared (see first-messages.ts).
 * Undefined for what is addressed by number, whose session may have to move first, for a group's key, which comes
 * beside a content, and for what the account itself wrote.
 */
export const sealedIn = (node: BinaryNode): Sealed | undefined => {
  const { from = '', participant, recipient, category } = node.attrs;
  const parts = childrenOf(node).filter(({ tag }) => contents.has(tag));
  const [enc] = parts;
  if (recipient || category || parts.length !== 1 || !(enc?.content instanceof Uint8Array)) return undefined;
  const { content: ciphertext, attrs } = enc;
  if (attrs.type === 'msg' && from.endsWith('@lid') && !participant)
    return { kind: 'contact', author: from, ciphertext };
  if (attrs.type === 'pkmsg' && from.endsWith('@lid') && !participant)
    return { kind: 'first', author: from, number: node.attrs.sender_pn, ciphertext };
  if (attrs.type === 'skmsg' && from.endsWith('@g.us') && participant)
    return { kind: 'group', group: from, author: participant, ciphertext };
  return undefined;
};

const contents: ReadonlySet<string> = new Set(['enc', 'plaintext', 'unavailable']);

const childrenOf = ({ content }: BinaryNode): readonly BinaryNode[] =>
  Array.isArray(content) ? content : [];
