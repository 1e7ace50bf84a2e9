import { EventEmitter } from 'node:events';
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys';
import { describe, expect, it, vi } from 'vitest';
import { queueStanzas } from './stanza-queue.ts';

/** A socket whose library deals with a message when it is told to. */
const scene = () => {
  const ws = Object.assign(new EventEmitter(), { isOpen: true });
  const taken: BinaryNode[] = [];
  let ends: ((error?: Error) => void)[] = [];
  ws.on('CB:message', (stanza: BinaryNode) => {
    taken.push(stanza);
    return new Promise<void>((resolve, reject) => ends.push(error => (error ? reject(error) : resolve())));
  });
  const changed = vi.fn();
  const dealtWith: BinaryNode[] = [];
  const done = (stanza: BinaryNode) => void dealtWith.push(stanza);
  const queue = queueStanzas({ ws: ws as never }, { changed, done });
  const arrive = (stanza: BinaryNode) => {
    ws.emit('frame', stanza);
    ws.emit('CB:message', stanza);
  };
  const finish = async (error?: Error) => {
    const [first, ...others] = ends;
    ends = others;
    const before = changed.mock.calls.length;
    first?.(error);
    await vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThan(before), { timeout: 20_000 });
  };
  return { ws, arrive, finish, queue, changed, ids: () => idsOf(taken), done: () => idsOf(dealtWith), taken };
};

const idsOf = (stanzas: readonly BinaryNode[]) => stanzas.map(({ attrs }) => attrs.id);

const message = (id: string, attrs = {}, content?: BinaryNode[]): BinaryNode => ({
  ...{ tag: 'message', attrs: { id, from: '77001@lid', ...attrs } },
  ...(content ? { content } : {}),
});

describe('messages that arrive', () => {
  it('are handed over one after the other, whether they waited at the server or not', async () => {
    const { arrive, finish, queue, ids, done, taken } = scene();
    arrive(message('A', { offline: '1' }));
    arrive(message('B'));
    arrive(message('C', { offline: '0' }));
    expect([ids(), done(), queue.waiting()]).toEqual([['A'], [], 3]);
    await finish();
    expect([ids(), queue.waiting()]).toEqual([['A', 'B'], 2]);
    expect(done()).toEqual(['A']);
    await finish(new Error('the line is lost'));
    expect([ids(), queue.waiting()]).toEqual([['A', 'B', 'C'], 1]);
    await finish();
    expect(queue.waiting()).toBe(0);
    // The library would queue these itself, and not say when it is done.
    expect(taken.filter(({ attrs }) => attrs.offline !== undefined)).toEqual([]);
  });

  it('are left to the next socket when theirs has closed', async () => {
    const { ws, arrive, finish, queue, ids } = scene();
    for (const id of ['A', 'B']) arrive(message(id));
    ws.isOpen = false;
    await finish();
    await vi.waitFor(() => expect(queue.waiting()).toBe(0), { timeout: 20_000 });
    expect(ids()).toEqual(['A']);
  });

  it('hold no more bytes than their own while they wait', async () => {
    const { arrive, taken } = scene();
    const enc: BinaryNode = { tag: 'enc', attrs: { type: 'msg' }, content: Buffer.from('a short secret') };
    const identity: BinaryNode = { tag: 'device-identity', attrs: {}, content: Buffer.from('identity') };
    const decoded = await decodeBinaryNode(encodeBinaryNode(message('A', {}, [enc, identity])));
    const heldBy = ({ content }: BinaryNode) =>
      (Array.isArray(content) ? content : []).map(child =>
        child.content instanceof Uint8Array ? child.content.buffer.byteLength : 0,
      );
    expect(heldBy(decoded)).toEqual([Buffer.poolSize, Buffer.poolSize]);
    arrive(decoded);
    const [stanza] = taken;
    expect(stanza && heldBy(stanza)).toEqual([14, 8]);
    const [child] = Array.isArray(stanza?.content) ? stanza.content : [];
    expect(child?.content).toEqual(enc.content);
  });
});
