import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Socket } from '../baileys.ts';
import { createLanes } from './lanes.ts';

export type StanzaQueue = {
  /** How many messages have arrived and are not dealt with yet. */
  readonly waiting: () => number;
};

type Take = (stanza: BinaryNode) => Promise<void>;

type Watching = {
  /** One has come, or is done. */
  readonly changed: () => void;
  /** One has been dealt with. */
  readonly done: (stanza: BinaryNode) => void;
};

/**
 * Puts a queue between a socket and the library's own handling of messages: each is handed over when the one before
 * is dealt with, in the order in which they came. The library has a queue itself, but for what it missed while it
 * was offline: a live message would overtake that, and nobody could tell how many wait. So to the library all of them
 * are live: it resolves when it has dealt with one.
 */
export const queueStanzas = (socket: Pick<Socket, 'ws'>, { changed, done }: Watching): StanzaQueue => {
  const { ws } = socket;
  const lane = createLanes(1);
  const takers = ws.listeners('CB:message') as Take[];
  ws.removeAllListeners('CB:message');

  const handOver = async (stanza: BinaryNode) => {
    try {
      // What has not been acknowledged comes again on the next socket.
      if (ws.isOpen) for (const take of takers) await take(stanza);
    } catch {
      // The line was lost meanwhile.
    }
  };
  ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (!(frame instanceof Uint8Array) && frame.tag === 'message') copyOut(frame);
  });
  ws.on('CB:message', (stanza: BinaryNode) => {
    delete stanza.attrs.offline;
    lane.add('messages', async () => {
      await handOver(stanza);
      done(stanza);
      setImmediate(changed);
    });
    changed();
  });
  return { waiting: lane.size };
};

/** Bytes are slices of a pool as they are decoded: the smallest would keep all of it while its stanza waits. */
const copyOut = (node: BinaryNode): void => {
  const { content } = node;
  if (Array.isArray(content)) for (const child of content) copyOut(child);
  else if (content instanceof Uint8Array) {
    const own = Buffer.allocUnsafeSlow(content.length);
    own.set(content);
    node.content = own;
  }
};
