import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const knownBrowserCookie = 'jkb';
export const knownBrowserDays = 180;
const mostAccounts = 4;

type Entry = { readonly nonce: string; readonly mac: string };

/**
 * A cookie that says which accounts were logged in to from this browser before. It opens nothing: whoever brings it
 * is only not kept waiting because of what others tried. Names are not in it.
 */
export const createKnownBrowsers = (key: string) => {
  const macOf = (name: string, nonce: string) =>
    createHmac('sha256', key).update(`browser|${nonce}|${name}`).digest('base64url');
  const isOf = (name: string, { nonce, mac }: Entry): boolean => {
    const [own, given] = [Buffer.from(macOf(name, nonce)), Buffer.from(mac)];
    return own.length === given.length && timingSafeEqual(own, given);
  };

  return {
    /** What this browser is called for this account; undefined when it has not logged in to it. */
    find: (cookie: string | undefined, name: string): string | undefined =>
      read(cookie).find(entry => isOf(name, entry))?.nonce,
    /** The cookie after a login to this account. */
    remember: (cookie: string | undefined, name: string): string => {
      const [known, others] = [read(cookie).find(entry => isOf(name, entry)), read(cookie)];
      const nonce = known?.nonce ?? randomBytes(16).toString('base64url');
      const entries = [{ nonce, mac: macOf(name, nonce) }, ...others.filter(({ mac }) => mac !== known?.mac)];
      return entries
        .slice(0, mostAccounts)
        .map(entry => `${entry.nonce}.${entry.mac}`)
        .join('~');
    },
  };
};

const read = (cookie = ''): readonly Entry[] =>
  cookie
    .split('~')
    .slice(0, mostAccounts)
    .flatMap(text => {
      const [nonce, mac] = text.split('.');
      return nonce && mac ? [{ nonce, mac }] : [];
    });
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
