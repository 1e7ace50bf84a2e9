import { BlockList } from 'node:net';
import type { App, GatewayDeps } from '../gateway.ts';
import { isForwarded, isLoopback } from './local-calls.ts';

const privateNetworks = new BlockList();
for (const [network, length] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, length);
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/** Says in the log, once, that calls come through a proxy that is not believed to say for whom, and what to set. */
export const warnOfUntrustedProxy = (app: App, { log }: Pick<GatewayDeps, 'log'>): void => {
  let isSaid = false;
  app.addHook('onRequest', async request => {
    if (isSaid || !isForwarded(request.raw.headers)) return;
    // With more than one address, that of the proxy is believed.
    if (request.ips && request.ips.length > 1) return;
    isSaid = true;
    log.warn(
      `calls come through a proxy that is not believed to say for whom: if it is yours, let it send X-Forwarded-For and set TRUST_PROXY=${named(request.raw.socket.remoteAddress)}. Until then all its callers count as one in limits of logins, cookies are not Secure, and nobody who comes through it is local`,
    );
  });
};

/** An address from elsewhere may be a person's. */
const named = (address = ''): string => {
  if (isLoopback(address)) return 'loopback';
  const isPrivate = privateNetworks.check(address) || privateNetworks.check(address, 'ipv6');
  return isPrivate ? address.replace(/^::ffff:/, '') : 'its address';
};
