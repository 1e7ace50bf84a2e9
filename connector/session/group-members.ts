import type { GroupMetadata } from '@whiskeysockets/baileys';
import { LRUCache } from 'lru-cache';
import type { Socket } from '../baileys.ts';

/** What one socket knows of groups: asked of WhatsApp once, and anew after anything about a group has changed. */
export type GroupMembers = {
  /** Undefined when WhatsApp does not tell; the library then asks by itself. */
  readonly of: (jid: string) => Promise<GroupMetadata | undefined>;
  /** The jids of who is in a group, asked again. */
  readonly membersOf: (jid: string) => Promise<readonly string[]>;
  /** To be called before the socket hears anything. */
  readonly attach: (socket: Pick<Socket, 'ev' | 'groupMetadata'>) => void;
};

const most = 500;
const keptMs = 300_000;

export const rememberGroups = (): GroupMembers => {
  const known = new LRUCache<string, Promise<GroupMetadata | undefined>>({ max: most, ttl: keptMs });
  let ask: ((jid: string) => Promise<GroupMetadata>) | undefined;

  const of: GroupMembers['of'] = jid => {
    const there = known.get(jid);
    if (there || !ask) return there ?? Promise.resolve(undefined);
    const asked: Promise<GroupMetadata | undefined> = ask(jid).catch(() => {
      if (known.peek(jid) === asked) known.delete(jid);
      return undefined;
    });
    known.set(jid, asked);
    return asked;
  };

  return {
    of,
    membersOf: async jid => {
      known.delete(jid);
      const group = await of(jid);
      return group?.participants.map(({ id }) => id) ?? [];
    },
    attach: socket => {
      ask = socket.groupMetadata;
      socket.ev.on('groups.update', changes => {
        for (const { id } of changes) if (id) known.delete(id);
      });
      socket.ev.on('group-participants.update', ({ id }) => void known.delete(id));
    },
  };
};
