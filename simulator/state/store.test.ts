import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noFaults, takeAckError } from '../faults.ts';
import { PeerKeys } from '../peers/peer-keys.ts';
import { Groups } from './groups.ts';
import { History, type NewMessage } from './history.ts';
import { StanzaQueue } from './stanza-queue.ts';
import { Store } from './store.ts';

const message: NewMessage = {
  owner: 'ana',
  chat: 'acme',
  id: 'M1',
  fromMe: false,
  sender: 'acme',
  type: 'text',
  text: 'Hello',
  content: {},
  at: 1,
  status: 'sent',
};

describe('the state', () => {
  let folder: string;
  let store: Store;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'simulator-'));
    store = new Store(folder);
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });

  it('tells of a commit only when others can see it', async () => {
    const observer = new Store(folder);
    const history = new History(store);
    history.add(message);
    expect(new History(observer).list('ana')).toEqual([]);
    await store.durable();
    expect(new History(observer).list('ana')).toHaveLength(1);
    observer.close();
  });

  it('shows a message once and raises its tick only upwards', () => {
    const history = new History(store);
    expect(history.add(message)).toBe(true);
    expect(history.add({ ...message, text: 'again' })).toBe(false);
    expect(history.raise(message, 'read')).toBe(true);
    expect(history.raise(message, 'delivered')).toBe(false);
    expect(history.list('ana', 'acme')).toMatchObject([{ text: 'Hello', status: 'read' }]);
  });

  it('lists the chats of a phone, the newest first, with what is not read', () => {
    const history = new History(store);
    history.add(message);
    history.add({ ...message, chat: 'bakery', id: 'M2' });
    history.add({ ...message, id: 'M3', text: 'Newest' });
    history.add({ ...message, chat: 'bakery', id: 'M4', fromMe: true, sender: 'ana', status: 'sent' });
    history.add({ ...message, owner: 'bob', id: 'M5' });
    history.raise({ ...message, id: 'M3' }, 'read');
    expect(history.overview('ana')).toMatchObject([
      { chat: 'bakery', unread: 1, last: { id: 'M4' } },
      { chat: 'acme', unread: 1, last: { id: 'M3', text: 'Newest' } },
    ]);
  });

  it('leaves a revoked message empty, whatever edit comes late', () => {
    const history = new History(store);
    history.add(message);
    history.revoke(message);
    history.edit(message, 'late');
    expect(history.find(message)).toMatchObject({ text: '', revoked: true, edited: false });
  });

  it('adds to a file of an earlier version the columns that came later', () => {
    const earlier = mkdtempSync(join(tmpdir(), 'simulator-'));
    const database = new DatabaseSync(join(earlier, 'simulator.db'));
    database.exec('create table chat_group(jid text primary key, subject text, created integer)');
    database.exec(`insert into chat_group values ('1@g.us', 'Friends', 7)`);
    database.close();
    for (const _ of [1, 2]) {
      const opened = new Store(earlier);
      expect(new Groups(opened).byJid('1@g.us')).toMatchObject({ subject: 'Friends', announce: false });
      opened.close();
    }
    rmSync(earlier, { recursive: true });
  });

  it('refuses a number of messages with a code, and then takes them again', () => {
    const faults = { ...noFaults(), ackError: '479', ackErrorTimes: 2 };
    const codes = [1, 2, 3].map(() => takeAckError(faults));
    expect(codes).toEqual(['479', '479', undefined]);
  });

  it('moves a stanza that is queued again to the end and keeps others of the same id', () => {
    const queue = new StanzaQueue(store);
    const stanza = (from: string) => ({ tag: 'message', attrs: { id: 'M1', from } });
    queue.add('c', stanza('a@lid'));
    queue.add('c', stanza('b@lid'));
    queue.add('c', stanza('a@lid'));
    expect(queue.after('c', 0, 10).map(each => each.seq)).toEqual([2, 3]);
    queue.removeMessage('c', 'M1', 'a@lid');
    expect(queue.size()).toBe(1);
  });

  it('forgets keys of a failed exchange and keeps those of a committed one', () => {
    const keys = new PeerKeys(store, 'ana');
    keys.set({ session: { x: Buffer.from('old') } });
    keys.commit();
    keys.set({ session: { x: Buffer.from('new') } });
    expect(keys.get('session', ['x'])).toEqual({ x: Buffer.from('new') });
    keys.discard();
    expect(keys.get('session', ['x'])).toEqual({ x: Buffer.from('old') });
  });
});
