import { createHmac } from 'node:crypto';
import { mayAnyBeLocal } from '#gateway/http/local-calls.ts';
import type { Config } from './config.ts';
import { loadSecrets } from './secrets.ts';

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * What the first visitor must know who is not local: printed at the start, the same for all gateways and every start,
 * of no use once there is a company.
 */
export const setupCode = (config: Pick<Config, 'dataDir'>): string => {
  const digest = createHmac('sha256', loadSecrets(config.dataDir).refreshKey).update('first visit').digest();
  const code = [...digest.subarray(0, 16)].map(byte => letters[byte % letters.length]).join('');
  return code.replaceAll(/(.{4})(?!$)/g, '$1-');
};

/** Who needs no code, to be said behind it; nothing where everybody needs it. */
export const codeException = ({
  trustedProxies,
  metricsToken,
}: Pick<Config, 'trustedProxies' | 'metricsToken'>): string =>
  mayAnyBeLocal({ trustedProxies, operatorToken: metricsToken })
    ? ', except from a browser on this machine'
    : '';

/** Whether the gateway at this address waits for its first visitor. False when it does not say. */
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
