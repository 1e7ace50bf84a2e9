import { z } from 'zod';

const destination = /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/;
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map(each => each.trim().toLowerCase())
    .filter(Boolean);

export const outboundVariables = {
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .refine(text => listOf(text).every(each => destination.test(each)))
    .describe('hosts with ports, as in 127.0.0.1:4000, with commas between them'),
};

/** What is fetched for outsiders comes from public addresses, and from these: `host:port`. */
export type Outbound = { readonly outboundAllowed: ReadonlySet<string> };

export const outboundOf = (set: { readonly OUTBOUND_ALLOW: string }): Outbound => ({
  outboundAllowed: new Set(listOf(set.OUTBOUND_ALLOW)),
});
