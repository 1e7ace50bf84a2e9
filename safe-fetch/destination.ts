import { bareHost, isAddress, isPublicAddress } from './addresses.ts';
import { FetchRefused } from './refusal.ts';

/** `host:port` as a URL spells them, of receivers that may be in a private network. */
export type Allowed = ReadonlySet<string>;

/** Nothing private is allowed. */
export const publicOnly: Allowed = new Set();

/** What speaks another protocol on these ports could take a request for orders of its own (the browsers' list). */
const otherProtocols: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** The port that a URL means. */
export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** Whether the environment's list names it. */
export const isAllowed = (url: URL, allowed: Allowed): boolean =>
  allowed.has(`${url.hostname}:${portOf(url)}`);

/**
 * Reads an address that an outsider gave. What it says by itself is checked: http or https, no user and password in
 * it, a usual port, no private address. What a name stands for is only known when it is fetched.
 * @throws {FetchRefused}
 */
export const readDestination = (text: string | URL, allowed: Allowed = publicOnly): URL => {
  const url = parse(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('protocol');
  if (url.username || url.password) throw new FetchRefused('credentials');
  if (isAllowed(url, allowed)) return url;
  const port = portOf(url);
  const isUsual = port === 80 || port === 443 || (port >= 1024 && !otherProtocols.has(port));
  if (!isUsual) throw new FetchRefused('port');
  const host = bareHost(url);
  if (isAddress(host) ? !isPublicAddress(host) : isLocalName(host)) throw new FetchRefused('address');
  return url;
};

const parse = (text: string | URL): URL => {
  try {
    return new URL(text);
  } catch {
    throw new FetchRefused('url');
  }
};

/** Names that no public DNS knows. */
const isLocalName = (host: string): boolean => {
  const name = host.replace(/\.$/, '');
  return !name.includes('.') || /\.(localhost|local|internal|intranet|lan|home|corp)$/i.test(name);
};
