import type { BinaryNode, CacheStore } from '@whiskeysockets/baileys';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Socket } from '../baileys.ts';
import { userOf } from '../inbound/jids.ts';
import type { KeyStore } from './key-store.ts';

type ManyAtOnce = {
  readonly mget: <T>(users: string[]) => Promise<Record<string, T | undefined>>;
  readonly mset: <T>(entries: { key: string; value: T }[]) => Promise<void>;
};

/** The library's cache of the devices that each user's messages are encrypted for, by user. */
export type UserDevices = CacheStore &
  ManyAtOnce & {
    /** To be called before the socket hears anything; `membersOf` tells the jids of who is in a group. */
    readonly attach: (
      socket: Pick<Socket, 'ws'>,
      membersOf: (group: string) => Promise<readonly string[]>,
    ) => void;
  };

const type = 'user-devices';
const keptMs = 24 * 3_600_000;
const hashesKept = 10_000;

const listSchema = z.object({ at: z.number(), devices: z.array(z.unknown()) });

/**
 * Lists of devices that are stored with the account's keys and asked again after a day. With each list that the library
 * asks for it also fetches a one-time key and opens a new session, where it has one already: by default after every five
 * minutes. What a list says is kept right by the server's notifications, which the library writes into it; it is asked
 * again at once when a device could not read what was sent, and when the server's hash of the list is another than with
 * the first message on it.
 */
export const keepUserDevices = (
  keys: Pick<KeyStore, 'find' | 'set'>,
  now: () => number = Date.now,
): UserDevices => {
  const gone = new Set<string>();
  const hashes = new LRUCache<string, string>({ max: hashesKept });

  const store = async (values: Record<string, unknown>) => {
    const data: Record<string, unknown> = { [type]: values };
    await keys.set(data);
  };
  const drop = async (users: readonly string[]) => {
    for (const user of users) {
      gone.add(user);
      hashes.delete(user);
    }
    await store(Object.fromEntries(users.map(user => [user, null])));
  };
  const mget = async <T>(users: string[]) => {
    const found = await keys.find(
      type,
      users.filter(user => !gone.has(user)),
    );
    const lists: Record<string, T | undefined> = {};
    for (const [user, value] of Object.entries(found)) {
      const list = listSchema.safeParse(value);
      if (list.success && now() - list.data.at < keptMs && !gone.has(user))
        Object.assign(lists, { [user]: list.data.devices });
    }
    return lists;
  };
  const mset = async <T>(entries: { key: string; value: T }[]) => {
    const at = now();
    await store(Object.fromEntries(entries.map(({ key, value }) => [key, { at, devices: value }])));
    for (const { key } of entries) {
      gone.delete(key);
      hashes.delete(key);
    }
  };

  /** Whether the server knows other devices of a chat than when its list was asked for. */
  const differs = (chat: string, hash = '') => {
    const before = hashes.get(chat);
    hashes.set(chat, hash);
    return before !== undefined && before !== hash;
  };
  /** In memory at once; what is stored of it may come to nothing with the socket. */
  const forget = (users: readonly string[]) => void drop(users).catch(() => undefined);

  return {
    mget,
    mset,
    // The library's type has no answer that comes later and is none; its code takes it.
    get: async <T>(user: string) => (await mget<T>([user]))[user] as T,
    set: (key, value) => mset([{ key, value }]),
    del: user => drop([user]),
    flushAll: () => undefined,
    attach: ({ ws }, membersOf) => {
      ws.prependListener('CB:receipt', ({ attrs }: BinaryNode) => {
        if (attrs.type === 'retry') forget(usersIn([attrs.participant ?? attrs.from]));
      });
      // The library changes the list under the name of the devices; the person may have another one.
      ws.prependListener('CB:notification,type:devices', (node: BinaryNode) => {
        const named = new Set(usersIn(devicesIn(node)));
        forget(usersIn([node.attrs.from, node.attrs.lid]).filter(user => !named.has(user)));
      });
      ws.on('CB:ack,class:message', ({ attrs: { from, phash } }: BinaryNode) => {
        if (!from || !differs(userOf(from), phash)) return;
        if (!from.endsWith('@g.us')) return forget(usersIn([from]));
        membersOf(from).then(
          members => forget(usersIn(members)),
          () => undefined,
        );
      });
    },
  };
};

const usersIn = (jids: readonly (string | undefined)[]): string[] =>
  jids.flatMap(jid => (jid ? [userOf(jid)] : []));

const devicesIn = ({ content }: BinaryNode): (string | undefined)[] =>
  Array.isArray(content)
    ? content.flatMap(child =>
        Array.isArray(child.content) ? child.content.map(({ attrs }) => attrs.jid) : [],
      )
    : [];
