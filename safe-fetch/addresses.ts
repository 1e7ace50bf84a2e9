import ipaddr from 'ipaddr.js';

/** Within public ranges, and yet a cloud's own service for its machines. */
const metadata: ReadonlySet<string> = new Set(['168.63.129.16']);
const global = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the internet at large: neither this machine, a private or a provider's network, nor
 * a range with a purpose of its own. An IPv4 address inside of an IPv6 one counts as what it is.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || metadata.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(global) : true;
};

/** The host of a URL without the brackets of IPv6. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether it is an address as it stands, not a name. */
export const isAddress = (host: string): boolean => ipaddr.isValid(host);
