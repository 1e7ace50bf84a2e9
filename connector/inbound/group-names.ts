import { LRUCache } from 'lru-cache';
import { cleanText } from '#domain/shared/text.ts';

/** What groups are called, asked of WhatsApp once and told again when it changes. */
export type GroupNames = {
  /** Null when WhatsApp does not tell. */
  readonly of: (jid: string) => Promise<string | null>;
  readonly changed: (jid: string, subject: string) => void;
};

const most = 2_000;
const keptMs = 3_600_000;

export const createGroupNames = (ask: (jid: string) => Promise<string | undefined>): GroupNames => {
  const known = new LRUCache<string, string>({ max: most, ttl: keptMs });
  return {
    of: async jid => {
      const told = known.get(jid) ?? (await ask(jid).catch(() => undefined));
      if (told === undefined) return null;
      const name = cleanText(told);
      known.set(jid, name);
      return name;
    },
    changed: (jid, subject) => void known.set(jid, subject),
  };
};
