import { createHash } from 'node:crypto';

/** In characters: three of them together fit into an entry of an index. */
const longest = 250;

/**
 * An id as Postgres can hold and index it: nearly always as it is. One that is longer than any of WhatsApp's, or has
 * characters that Postgres has no place for, goes by its hash, so that two never become one.
 */
export const storableId = (id: string): string =>
  id.length <= longest && id.isWellFormed() && !id.includes('\0') ? id : hashed(id);

/** The same of an address: what stands behind the @, the kind of chat, stays. */
export const storableJid = (jid: string): string => {
  if (storableId(jid) === jid) return jid;
  const [, user, server] = /^(.*)(@[a-z.]{1,40})$/s.exec(jid) ?? [];
  return user === undefined || server === undefined ? storableId(jid) : `${hashed(user)}${server}`;
};

const hashed = (text: string): string =>
  `~${createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex')}`;
