import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

export const isLoopback = (address: string): boolean =>
  loopback.check(address) || loopback.check(address, 'ipv6');

type Settings = {
  /** As `TRUST_PROXY` has them: addresses, networks and names of networks. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly operatorToken?: string | undefined;
};
export type RawCall = Pick<IncomingMessage, 'headers' | 'httpVersion' | 'socket'>;

/**
 * Who is local, for everything that is open to this machine alone: metrics, details of readiness, the first visit. A
 * call is local if it was made on this machine, to a name of this machine, and no proxy passed it on. Where operators
 * have a token, or a proxy on this machine is trusted, no call is: a proxy that adds no header looks like a local caller.
 */
export const localCalls = (settings: Settings): ((call: RawCall) => boolean) =>
  mayAnyBeLocal(settings) ? isLocal : () => false;

export const mayAnyBeLocal = ({ trustedProxies = [], operatorToken }: Settings): boolean =>
  operatorToken === undefined && !trustedProxies.some(holdsLoopback);

const isLocal = ({ headers, httpVersion, socket }: RawCall): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  !isForwarded(headers) &&
  // What nginx speaks to those behind it as long as it is not told otherwise, and no program of today by itself.
  httpVersion !== '1.0' &&
  isLocalName(headers.host ?? '') &&
  // A proxy that puts its own Host in the place of the caller's leaves these as they were.
  [headers.origin, headers.referer].every(url => url === undefined || isLocalUrl(url));

const forwarding =
  /^(forwarded|via|cdn-loop|x-forwarded(-.+)?|x-original-(for|host|proto|forwarded-for)|(x-)?(real|client|cluster-client|true-client)-ip|(cf|do)-connecting-ip|(fly|fastly)-client-ip|x-envoy-external-address)$/;

/** Whether a proxy says of a call that it was passed on. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some(name => forwarding.test(name));

/** Of a host with or without a port: whether it is a name for the machine itself. */
const isLocalName = (host: string): boolean => {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(host.toLowerCase()) ?? [];
  const name = bracketed ?? plain;
  return name === 'localhost' || name.endsWith('.localhost') || (isIP(name) !== 0 && isLoopback(name));
};

const isLocalUrl = (url: string): boolean => URL.canParse(url) && isLocalName(new URL(url).host);

const holdsLoopback = (proxy: string): boolean => {
  if (proxy === 'loopback') return true;
  const [address = '', length] = proxy.split('/');
  if (isIP(address) === 0) return false;
  if (isLoopback(address)) return true;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const network = new BlockList();
  if (length !== undefined) network.addSubnet(address, Number(length), family);
  return network.check('127.0.0.1') || network.check('::1', 'ipv6');
};
