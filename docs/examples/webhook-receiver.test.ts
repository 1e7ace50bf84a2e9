import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSecret, signedHeaders } from '#commands/webhook/signature.ts';
import { freePort } from '#start/free-port.ts';

const secret = newSecret();
const body = '{"type":"message.received","data":{"body":"olá"}}';
const id = '0198a000-0000-7000-8000-000000000001';
const now = () => Math.floor(Date.now() / 1_000);

let child: ChildProcess;
let url: string;
const lines: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  const file = fileURLToPath(new URL('./webhook-receiver.mjs', import.meta.url));
  child = spawn(process.execPath, [file], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('it says nothing');
  const output = createInterface(child.stdout);
  output.on('line', line => lines.push(line));
  await once(output, 'line');
});
afterAll(() => child.kill());

const post = async (headers: Record<string, string>, sent = body) =>
  (await fetch(url, { method: 'POST', headers, body: sent })).status;

it('takes what is signed with its secret, also beside another one', async () => {
  expect(await post(signedHeaders({ id, timestamp: now(), body }, [secret]))).toBe(204);
  expect(await post(signedHeaders({ id, timestamp: now(), body }, [newSecret(), secret]))).toBe(204);
  await expect.poll(() => lines.filter(line => line === `${id} ${body}`)).toHaveLength(2);
});

it('refuses another secret, a changed body, an old time, and what is not signed', async () => {
  const headers = signedHeaders({ id, timestamp: now(), body }, [secret]);
  expect(await post(signedHeaders({ id, timestamp: now(), body }, [newSecret()]))).toBe(401);
  expect(await post(headers, `${body} `)).toBe(401);
  expect(await post({ ...headers, 'webhook-id': 'another' })).toBe(401);
  expect(await post(signedHeaders({ id, timestamp: now() - 600, body }, [secret]))).toBe(401);
  expect(await post({})).toBe(401);
});
