import { EventEmitter } from 'node:events';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { openAhead } from './open-ahead.ts';
import { type FirstMessage, sealedIn, trackStanzas } from './stanza-tracker.ts';

const enc = (text: string, type = 'msg'): BinaryNode => ({
  tag: 'enc',
  attrs: { type },
  content: Buffer.from(text),
});
const stanza = (content: BinaryNode[], attrs = {}): BinaryNode => ({
  tag: 'message',
  attrs: { id: 'A1', from: '77001@lid', ...attrs },
  content,
});
const ciphertextOf = (node: BinaryNode): Uint8Array => {
  const [first] = Array.isArray(node.content) ? node.content : [];
  return first?.content instanceof Uint8Array ? first.content : Buffer.alloc(0);
};

/** Stanzas that have arrived; `opened` notes each that is opened, `committed` what a transaction kept. */
const scene = (nodes: readonly BinaryNode[]) => {
  const tracker = trackStanzas();
  const ws = new EventEmitter();
  tracker.attach({ ws } as unknown as Parameters<typeof tracker.attach>[0]);
  for (const node of nodes) ws.emit('CB:message', node);
  const committed: string[][] = [];
  const prepared: string[][] = [];
  let staged: string[] = [];
  const open = async (ciphertext: Uint8Array) => {
    const text = Buffer.from(ciphertext).toString();
    if (text.startsWith('broken')) throw new Error('does not open');
    staged.push(text);
    return Buffer.from(text.toUpperCase());
  };
  const prepare = async (first: readonly FirstMessage[]) => {
    const texts = first.map(({ ciphertext }) => Buffer.from(ciphertext).toString());
    prepared.push(texts);
    if (texts.includes('unprepared')) throw new Error('cannot be prepared');
    return {
      ready: new Set(first.filter(({ number }) => number).map(({ ciphertext }) => ciphertext)),
      load: async () => undefined,
    };
  };
  const ahead = openAhead(tracker, { open: sealed => open(sealed.ciphertext), prepare });
  const read = async (node: BinaryNode | undefined) => {
    if (!node) throw new Error('no such stanza');
    const ciphertext = ciphertextOf(node);
    const content =
      ahead.take(ciphertext) ??
      (await ahead.together(ciphertext, async alsoNext => {
        staged = [];
        const own = await open(ciphertext);
        await alsoNext();
        committed.push(staged);
        return own;
      }));
    return Buffer.from(content).toString();
  };
  return { read, committed, prepared, tracker };
};

describe('opening what waits behind a message', () => {
  it('keeps many in one transaction, and gives each when it is asked for', async () => {
    const nodes = ['a', 'b', 'c'].map(text => stanza([enc(text)]));
    const { read, committed } = scene(nodes);
    const texts: string[] = [];
    for (const node of nodes) texts.push(await read(node));
    expect(texts).toEqual(['A', 'B', 'C']);
    expect(committed).toEqual([['a', 'b', 'c']]);
  });

  it('bounds how many share a transaction', async () => {
    const nodes = Array.from({ length: 20 }, (_, n) => stanza([enc(String(n))]));
    const { read, committed } = scene(nodes);
    for (const node of nodes) await read(node);
    expect(committed.map(each => each.length)).toEqual([16, 4]);
  });

  it('keeps nothing that did not open, and still the one that was asked for', async () => {
    const nodes = ['a', 'b', 'broken', 'c'].map(text => stanza([enc(text)]));
    const { read, committed } = scene(nodes);
    expect(await read(nodes[0])).toBe('A');
    expect(committed).toEqual([['a']]);
    expect(await read(nodes[1])).toBe('B');
    await expect(read(nodes[2])).rejects.toThrow('does not open');
    expect(await read(nodes[3])).toBe('C');
    expect(committed).toEqual([['a'], ['b'], ['c']]);
  });

  it('does not hand out the same content twice', async () => {
    const nodes = ['a', 'b'].map(text => stanza([enc(text)]));
    const { read, committed } = scene(nodes);
    await read(nodes[0]);
    await read(nodes[1]);
    await read(nodes[1]);
    expect(committed).toEqual([['a', 'b'], ['b']]);
  });

  it('prepares first messages together, and opens them with the others', async () => {
    const known = { sender_pn: '5511@s.whatsapp.net' };
    const first = ['b', 'c'].map(text => stanza([enc(text, 'pkmsg')], known));
    const nodes = [stanza([enc('a')]), ...first, stanza([enc('d')])];
    const { read, committed, prepared } = scene(nodes);
    for (const node of nodes) await read(node);
    expect(prepared).toEqual([['b', 'c']]);
    expect(committed).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('knows no more of what came after a stanza that is dealt with', async () => {
    const nodes = ['a', 'b', 'c'].map(text => stanza([enc(text)]));
    const { tracker } = scene(nodes);
    const next = () => nodes.map(node => tracker.nextOf(ciphertextOf(node)) !== undefined);
    expect(next()).toEqual([true, true, false]);
    for (const node of nodes.slice(0, 1)) tracker.done(node);
    expect(next()).toEqual([false, true, false]);
  });

  it.each([
    ['is not ready', 'b'],
    ['cannot be prepared', 'unprepared'],
  ])('stops before a first message that %s', async (_, text) => {
    const nodes = [stanza([enc('a')]), stanza([enc(text, 'pkmsg')]), stanza([enc('c')])];
    const { read, committed } = scene(nodes);
    for (const node of nodes) await read(node);
    expect(committed).toEqual([['a'], [text, 'c']]);
  });
});

describe('what can be opened as it is', () => {
  it('is a contact’s message under its LID, also the first, and a group’s', () => {
    expect(sealedIn(stanza([enc('a')]))).toMatchObject({ kind: 'contact', author: '77001@lid' });
    const first = { kind: 'first', author: '77001@lid', number: '5511@s.whatsapp.net' };
    expect(sealedIn(stanza([enc('a', 'pkmsg')], { sender_pn: first.number }))).toMatchObject(first);
    const inGroup = { from: '1203@g.us', participant: '77001:3@lid' };
    const group = { kind: 'group', group: '1203@g.us', author: '77001:3@lid' };
    expect(sealedIn(stanza([enc('a', 'skmsg')], inGroup))).toMatchObject(group);
  });

  it.each([
    ['addressed by number', stanza([enc('a')], { from: '5511@s.whatsapp.net' })],
    ['a group’s first message of a member', stanza([enc('k', 'pkmsg'), enc('a', 'skmsg')])],
    ['written on the own phone', stanza([enc('a')], { recipient: '77001@lid' })],
    ['for the device itself', stanza([enc('a')], { category: 'peer' })],
    ['of a broadcast', stanza([enc('a', 'skmsg')], { from: 'status@broadcast', participant: '77001@lid' })],
    ['to be seen once', stanza([enc('a'), { tag: 'unavailable', attrs: { type: 'view_once' } }])],
    ['empty', { tag: 'message', attrs: { from: '77001@lid' } }],
  ])('is not what is %s', (_, node) => {
    expect(sealedIn(node)).toBeUndefined();
  });
});
