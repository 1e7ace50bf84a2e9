import { EventEmitter } from 'node:events';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { describe, expect, it, vi } from 'vitest';
import { holdReceipts, receiptsIn } from './receipt-stanzas.ts';

const receipt = (attrs: Readonly<Record<string, string>>, more: readonly string[] = []): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'A', from: '77001@lid', t: '1', ...attrs },
  content: [{ tag: 'list', attrs: {}, content: more.map(id => ({ tag: 'item', attrs: { id } })) }],
});

describe('what a receipt says', () => {
  it.each([
    ['a delivery', receipt({}), [{ waId: 'A', step: 'delivered' }]],
    [
      'a reading of several',
      receipt({ type: 'read' }, ['B']),
      [
        { waId: 'A', step: 'read' },
        { waId: 'B', step: 'read' },
      ],
    ],
    ['a playing', receipt({ type: 'played' }), [{ waId: 'A', step: 'played' }]],
    [
      'a playing in a group',
      receipt({ from: '1@g.us', participant: '2@lid', type: 'played' }),
      [{ waId: 'A', step: 'read' }],
    ],
    ['a group that names nobody', receipt({ from: '1@g.us' }), []],
    ['a reading on the account’s own phone', receipt({ type: 'read', recipient: '77001@lid' }), []],
    ['a plea to send again', receipt({ type: 'retry' }), []],
    ['a status', receipt({ from: 'status@broadcast', participant: '2@lid' }), []],
    ['a channel', receipt({ from: '1@newsletter' }), []],
  ] as const)('%s', (_what, stanza, expected) => expect(receiptsIn(stanza)).toEqual(expected));
});

describe('a receipt', () => {
  const scene = (take = () => Promise.resolve()) => {
    const ws = Object.assign(new EventEmitter(), { isOpen: true });
    const taken: (string | undefined)[] = [];
    ws.on('CB:receipt', (stanza: BinaryNode) => {
      taken.push(stanza.attrs.id);
      return take();
    });
    const kept: PromiseWithResolvers<void>[] = [];
    holdReceipts({ ws: ws as never }, () => {
      const next = Promise.withResolvers<void>();
      kept.push(next);
      return next.promise;
    });
    return {
      ws,
      taken,
      kept,
      arrive: (id: string, attrs = {}) => ws.emit('CB:receipt', receipt({ id, ...attrs })),
    };
  };

  it('is handed over when it is kept, and in order', async () => {
    const { taken, kept, arrive } = scene();
    for (const id of ['A', 'B', 'C']) arrive(id);
    kept[2]?.resolve();
    kept[1]?.resolve();
    await vi.waitFor(() => expect(kept).toHaveLength(3), { timeout: 20_000 });
    expect(taken).toEqual([]);
    kept[0]?.resolve();
    await vi.waitFor(() => expect(taken).toEqual(['A', 'B', 'C']), { timeout: 20_000 });
  });

  it('does not wait until the one before it is acknowledged', async () => {
    const { ws, taken, kept, arrive } = scene(() => new Promise(() => undefined));
    for (const id of ['A', 'B']) arrive(id);
    for (const each of kept) each.resolve();
    await vi.waitFor(() => expect(taken).toEqual(['A', 'B']), { timeout: 20_000 });
    expect(ws.isOpen).toBe(true);
  });

  it('that could not be kept is not acknowledged, and holds up no other', async () => {
    const { taken, kept, arrive } = scene();
    arrive('A');
    arrive('B');
    arrive('C', { type: 'retry' });
    kept[0]?.reject(new Error('the session ends'));
    kept[1]?.resolve();
    await vi.waitFor(() => expect(taken).toEqual(['B', 'C']), { timeout: 20_000 });
  });

  it('is not handed over to a line that is lost', async () => {
    const { ws, taken, kept, arrive } = scene();
    arrive('A');
    ws.isOpen = false;
    kept[0]?.resolve();
    await new Promise(resolve => setImmediate(resolve));
    expect(taken).toEqual([]);
  });
});
