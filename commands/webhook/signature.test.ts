import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret, signedHeaders } from './signature.ts';

const body = '{"type":"message.received","data":{"body":"olá"}}';
const now = () => Math.floor(Date.now() / 1_000);
const sent = { id: '0198a000-0000-7000-8000-000000000001', timestamp: now(), body };

test('a secret has 32 bytes after its prefix, and is another each time', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(secret);
});

test('the library of Standard Webhooks verifies what is sent', () => {
  const secret = newSecret();
  const verified = new Webhook(secret).verify(body, signedHeaders(sent, [secret]));
  expect(verified).toEqual(JSON.parse(body));
});

test('while a secret is being replaced, either verifies', () => {
  const [old, fresh] = [newSecret(), newSecret()];
  const headers = signedHeaders(sent, [fresh, old]);
  for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
});

test('another secret, a changed body, another id and an old time are refused', () => {
  const secret = newSecret();
  const webhook = new Webhook(secret);
  const headers = signedHeaders(sent, [secret]);
  expect(() => webhook.verify(body, signedHeaders(sent, [newSecret()]))).toThrow();
  expect(() => webhook.verify(`${body} `, headers)).toThrow();
  expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'other' })).toThrow();
  const old = signedHeaders({ ...sent, timestamp: now() - 301 }, [secret]);
  expect(() => webhook.verify(body, old)).toThrow();
});
