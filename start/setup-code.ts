import { createHmac } from 'node:crypto';
import { BlockList } from 'node:net';
import type { Config } from './config.ts';
import { loadSecrets } from './secrets.ts';

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * What the first visitor must know where others than this machine can come first: printed at the start, the same for
 * all gateways and every start, of no use once there is a company. Undefined where only this machine can come.
 */
export const setupCode = (
  config: Pick<Config, 'host' | 'trustedProxies' | 'dataDir'>,
): string | undefined => {
  if (isLocal(config.host) && config.trustedProxies.length === 0) return undefined;
  const digest = createHmac('sha256', loadSecrets(config.dataDir).refreshKey).update('first visit').digest();
  const code = [...digest.subarray(0, 16)].map(byte => letters[byte % letters.length]).join('');
  return code.replaceAll(/(.{4})(?!$)/g, '$1-');
};

const isLocal = (host: string): boolean =>
  host === 'localhost' || loopback.check(host) || loopback.check(host, 'ipv6');

/** Whether the gateway at this address waits for its first visitor, and wants a code. False when it does not say. */
export const awaitsFirstVisit = async (url: string): Promise<boolean> => {
  try {
    const answer: unknown = await (
      await fetch(`${url}/api/setup`, { signal: AbortSignal.timeout(5_000) })
    ).json();
    return Reflect.get(Object(answer), 'needed') === true;
  } catch {
    return false;
  }
};
