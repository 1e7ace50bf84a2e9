import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone } from '#start/demo/records.ts';
import { freePort } from '#start/free-port.ts';
import { addContact, contactPhone } from './api.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

const number = '5511988880007';
type Event = {
  readonly type: string;
  readonly data: {
    readonly sequence: number;
    readonly message?: { readonly body: string };
    readonly contact?: { readonly number: string };
  };
};

/** The receiver of the documentation: it prints what came with a good signature, and refuses the rest. */
const runReceiver = (port: number, secret: string) => {
  const file = fileURLToPath(new URL('../../docs/examples/webhook-receiver.mjs', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const events = new Map<string, Event>();
  if (child.stdout)
    createInterface(child.stdout).on('line', line => {
      const [, id, json] = /^([0-9a-f-]{36}) (\{.*)$/.exec(line) ?? [];
      if (id && json) events.set(id, JSON.parse(json) as Event);
    });
  return { child, events };
};

describe('webhooks, as a developer outside meets them', () => {
  let product: Product;
  let token: string;
  let port: number;
  let webhookId: string;
  let secret: string;
  let receiver: ReturnType<typeof runReceiver>;

  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${product.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const write = (text: string) => contactPhone(product.simulatorUrl, number, phone.number).write(text);
  const told = () => [...receiver.events.values()].map(({ data }) => data.message?.body);

  beforeAll(async () => {
    port = await freePort();
    product = await startProduct({ env: { OUTBOUND_ALLOW: `127.0.0.1:${port}` } });
    const asked = { email: 'admin@demo.local', password: demoPassword };
    const login = await fetch(`${product.url}/api/auth/login`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) },
    });
    ({ token } = (await login.json()) as { token: string });
    await addContact(product.simulatorUrl, { number, name: 'Helena Reis' });
    const url = `http://127.0.0.1:${port}/`;
    const form = { url, events: ['message.received'], payload: 'full' };
    const made = await call('POST', 'webhooks', form);
    webhookId = made.id;
    secret = made.newSecret;
    receiver = runReceiver(port, secret);
  });
  afterAll(async () => {
    receiver?.child.kill();
    await product?.stop();
  });

  it('a message of a phone arrives, signed', async () => {
    await write('Bom dia, chegou?');
    await expect.poll(told).toContain('Bom dia, chegou?');
    const [event] = [...receiver.events.values()].filter(
      ({ data }) => data.message?.body === 'Bom dia, chegou?',
    );
    expect(event).toMatchObject({ type: 'message.received', data: { contact: { number } } });
  });

  it('nothing is lost where the service is killed, or the receiver is down meanwhile', async () => {
    receiver.child.kill();
    await write('Ninguém ouve');
    const waiting = async () => (await call('GET', `webhooks/${webhookId}`)).waiting;
    await expect.poll(waiting).toBeGreaterThan(0);
    const { pid } = product.running().services.commands ?? {};
    if (pid) process.kill(pid, 'SIGKILL');
    await write('Enquanto isso');
    receiver = runReceiver(port, secret);
    const newlyTold = () => expect.arrayContaining(['Ninguém ouve', 'Enquanto isso']);
    await expect.poll(told, { timeout: 60_000 }).toEqual(newlyTold());
    const { deliveries } = await call('GET', `webhooks/${webhookId}/deliveries`);
    expect(new Set(deliveries.map(({ id }: { id: string }) => id)).size).toBe(3);
  });
});
