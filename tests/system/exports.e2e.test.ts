import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childrenOf } from '../bench/memory.ts';
import { type Caller, login } from './api.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

let product: Product;
let admin: Caller;
beforeAll(async () => {
  product = await startProduct();
  admin = await login(product.url, 'admin@demo.local', demoPassword);
});
afterAll(async () => {
  await product?.stop();
});

const file = async (path: string) => {
  const answer = await fetch(`${product.url}/api${path}`, {
    headers: { authorization: `Bearer ${admin.token()}` },
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const gateway = () => product.running().services.gateway?.pid ?? 0;
const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('files', () => {
  it('are what they say, each of its kind', async () => {
    const sheet = await file('/contacts/export?format=xlsx&language=pt-BR');
    const [contacts] = await readXlsx(sheet.bytes);
    expect(contacts?.data[0]?.slice(0, 2)).toEqual(['Nome', 'Número']);
    expect(contacts?.data.length).toBeGreaterThan(3);
    const today = new Date().toISOString().slice(0, 10);
    for (const [path, begins] of [
      ['/contacts/export', '\ufeffNome;'],
      ['/audit/export?format=jsonl', '{"id":'],
      ['/dashboard/episodes.csv?metric=opened&days=7', '\ufeffNúmero;'],
      [`/replay/export?format=xes&from=${today}&to=${today}`, '<?xml '],
      [`/replay/slice?from=${today}&to=${today}`, '{"period":'],
    ] as const) {
      const { status, bytes } = await file(path);
      expect([path, status, String(bytes).slice(0, begins.length)]).toEqual([path, 200, begins]);
    }
  });

  it('are written beside the gateway, which takes its helper along when it dies', async () => {
    const pid = gateway();
    await file('/contacts/export');
    const [helper = 0, ...others] = childrenOf(pid);
    expect([lives(helper), others]).toEqual([true, []]);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => lives(helper)).toBe(false);
    await expect.poll(() => gateway() !== 0 && gateway() !== pid).toBe(true);
    await expect.poll(async () => (await file('/contacts/export').catch(() => undefined))?.status).toBe(200);
  });
});
