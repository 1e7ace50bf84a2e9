import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Socket } from '../baileys.ts';
import type { Receipt, Step } from './receipt.ts';

/** The kinds of receipts by WhatsApp's names; one without a name says that a message was delivered. */
const steps: ReadonlyMap<string | undefined, Step> = new Map([
  [undefined, 'delivered'],
  ['read', 'read'],
  ['read-self', 'read'],
  ['played', 'played'],
] as const);

/**
 * How far messages have come, as a receipt says it. Those for the account's own devices, of which others' messages were
 * read, say nothing here; nor do channels and statuses. A group tells of what was played as read. Does not throw.
 */
export const receiptsIn = ({ attrs, content }: BinaryNode): Receipt[] => {
  const { id, from = '', recipient, participant, type } = attrs;
  const step = steps.get(type);
  const inGroup = from.endsWith('@g.us');
  if (!step || !id || recipient || /@(broadcast|newsletter)$/.test(from)) return [];
  if (inGroup && !participant) return [];
  const [list] = Array.isArray(content) ? content : [];
  const items = Array.isArray(list?.content) ? list.content : [];
  const waIds = [id, ...items.flatMap(item => (item.tag === 'item' && item.attrs.id ? [item.attrs.id] : []))];
  return waIds.map(waId => ({ waId, step: inGroup && step === 'played' ? 'read' : step }));
};

/**
 * Stands between a socket and the library's handling of receipts, which acknowledges them: it is given one when `keep`
 * has resolved for what the receipt says, in the order in which they came. What `keep` rejects is not acknowledged:
 * WhatsApp tells it again on the next socket.
 */
export const holdReceipts = (
  { ws }: Pick<Socket, 'ws'>,
  keep: (receipts: readonly Receipt[]) => Promise<void>,
): void => {
  const takers = ws.listeners('CB:receipt');
  ws.removeAllListeners('CB:receipt');
  let last: Promise<unknown> = Promise.resolve();

  /** The library deals with one after the other itself; the next need not wait until this one is acknowledged. */
  const handOver = (stanza: BinaryNode) => {
    if (!ws.isOpen) return;
    for (const take of takers) {
      const taken: unknown = Reflect.apply(take, ws, [stanza]);
      // The line was lost meanwhile.
      Promise.resolve(taken).catch(() => undefined);
    }
  };
  ws.on('CB:receipt', (stanza: BinaryNode) => {
    const receipts = receiptsIn(stanza);
    const kept = receipts.length > 0 ? keep(receipts) : Promise.resolve();
    const before = last;
    last = Promise.allSettled([kept, before])
      .then(([outcome]) => (outcome.status === 'fulfilled' ? handOver(stanza) : undefined))
      .catch(() => undefined);
  });
};
