import { isIP } from 'node:net';
import { z } from 'zod';
import { type Outbound, outboundOf, outboundVariables } from './outbound.ts';
import { type OutsideCalls, outsideCallsOf, outsideCallVariables } from './outside-calls.ts';

/** What lies before the gateway, who may look into its workings, how often programs call, and what it reaches for others. */
export type Exposure = Outbound & {
  readonly outsideCalls: OutsideCalls;
  /** Addresses and networks whose X-Forwarded-… headers are believed; nobody's when empty. */
  readonly trustedProxies: readonly string[];
  /** With it, metrics and details of readiness are told to other machines too. */
  readonly metricsToken: string | undefined;
};

const networks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An address, a network that is not everybody, or a name of such networks. */
const isProxy = (text: string): boolean => {
  if (networks.has(text)) return true;
  const [address = '', length, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128))
  );
};

export const exposureVariables = {
  ...outboundVariables,
  ...outsideCallVariables,
  TRUST_PROXY: z
    .string()
    .transform(text => (text === 'off' ? [] : text.split(',').map(each => each.trim())))
    .refine(list => list.every(isProxy))
    .default([])
    .describe(
      'addresses or networks of proxies with commas between them (10.0.0.5, 10.1.0.0/16, loopback, uniquelocal), or off',
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/)
    .optional()
    .describe('a token of at least 16 characters without spaces'),
};

export const exposureOf = (set: z.infer<z.ZodObject<typeof exposureVariables>>): Exposure => ({
  trustedProxies: set.TRUST_PROXY,
  metricsToken: set.METRICS_TOKEN,
  ...outboundOf(set),
  outsideCalls: outsideCallsOf(set),
});
