import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks 1.0: 24 to 64 bytes. */
const secretBytes = 32;
const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/** The headers of one request. Every secret signs; who receives it accepts any. `timestamp` in seconds. */
export const signedHeaders = (
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map(secret => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
});

const sign = (secret: string, text: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
};
