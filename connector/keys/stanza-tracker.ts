import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Socket } from '../baileys.ts';

export type Stanza = { readonly node: BinaryNode; readonly encIndex: number };

/** A ciphertext that is all there is to open in its stanza, under a session or sender key that exists. */
export type Sealed = { readonly ciphertext: Uint8Array; readonly author: string } & (
  | { readonly kind: 'contact' }
  | { readonly kind: 'group'; readonly group: string }
);

/** Knows which stanza a ciphertext came in, and what has arrived after it. */
export type StanzaTracker = {
  readonly stanzaOf: (ciphertext: Uint8Array) => Stanza | undefined;
  /** What arrived right after the stanza of a ciphertext, if it can be opened as it is. */
  readonly nextOf: (ciphertext: Uint8Array) => Sealed | undefined;
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
    attach: socket => void socket.ws.prependListener('CB:message', remember),
  };
};

/**
 * The ciphertext of a stanza that needs nothing but to be opened. Undefined for first messages, which carry keys, for
 * what is addressed by number, whose session may have to move first, and for what the account itself wrote.
 */
export const sealedIn = (node: BinaryNode): Sealed | undefined => {
  const { from = '', participant, recipient, category } = node.attrs;
  const parts = childrenOf(node).filter(({ tag }) => contents.has(tag));
  const [enc] = parts;
  if (recipient || category || parts.length !== 1 || !(enc?.content instanceof Uint8Array)) return undefined;
  const { content: ciphertext, attrs } = enc;
  if (attrs.type === 'msg' && from.endsWith('@lid') && !participant)
    return { kind: 'contact', author: from, ciphertext };
  if (attrs.type === 'skmsg' && from.endsWith('@g.us') && participant)
    return { kind: 'group', group: from, author: participant, ciphertext };
  return undefined;
};

const contents: ReadonlySet<string> = new Set(['enc', 'plaintext', 'unavailable']);

const childrenOf = ({ content }: BinaryNode): readonly BinaryNode[] =>
  Array.isArray(content) ? content : [];
