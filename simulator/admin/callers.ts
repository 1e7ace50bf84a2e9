import type { IncomingMessage } from 'node:http';
import { DEFAULT_ORIGIN } from '@whiskeysockets/baileys';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/**
 * Whether a call comes from a program on this machine, or from a page of this server itself. Another site's page in
 * a browser here says where it comes from (Origin), or by which name it found the way (Host). WhatsApp's library
 * says that it is WhatsApp Web, which is right for its own socket and its files alone.
 */
export const isOwnCaller = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { library }: { library: boolean },
): boolean => {
  const { host = '', origin } = headers;
  if (!loopback.test(host)) return false;
  return origin === undefined || origin === `http://${host}` || (library && origin === DEFAULT_ORIGIN);
};
