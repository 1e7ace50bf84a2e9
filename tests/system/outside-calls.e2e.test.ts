import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone } from '#start/demo/records.ts';
import { addContact, type Caller, contactPhone, login } from './api.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

/** WhatsApp knows her without the ninth digit. */
const clara = { number: '554892234070', name: 'Clara' };
const asWritten = '5548992234070';

type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly replayed: boolean };

describe('a program outside', () => {
  let product: Product;
  let admin: Caller;
  let token: string;
  beforeAll(async () => {
    product = await startProduct({ env: { API_MESSAGES_PER_NUMBER: '1000' } });
    admin = await login(product.url, 'admin@demo.local', demoPassword);
    await addContact(product.simulatorUrl, clara);
    const key = { name: 'Loja virtual', scopes: ['send', 'read'] };
    ({ token } = (await admin.call<{ token: string }>('POST', '/api-keys', { body: key })).body);
  });
  afterAll(() => product?.stop());

  const call = async (method: string, path: string, body?: object, key?: string): Promise<Answer> => {
    const headers: Record<string, string> = { token, ...(key ? { 'idempotency-key': key } : {}) };
    const answer = await fetch(`${product.url}/api${path}`, {
      ...{ method, headers: body ? { ...headers, 'content-type': 'application/json' } : headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const given: unknown = await answer.json();
    const replayed = answer.headers.get('idempotent-replayed') === 'true';
    return { status: answer.status, body: { ...Object(given) }, replayed };
  };
  const heard = async (): Promise<string[]> => {
    const shown = await contactPhone(product.simulatorUrl, clara.number, phone.number).shown();
    return shown.filter(({ fromMe }) => !fromMe).map(({ text }) => text);
  };

  it('writes to a number as people write it, and reads that it came', async () => {
    const sent = await call('POST', '/messages/send', {
      ...{ number: asWritten, body: 'Seu pedido saiu!', externalId: 'pedido-1042' },
    });
    expect(sent).toMatchObject({ status: 202, body: { state: 'queued', number: clara.number } });
    await expect.poll(heard, { timeout: 20_000 }).toEqual(['Seu pedido saiu!']);
    const course = async () => (await call('GET', `/messages/${sent.body.id}`)).body;
    await expect.poll(async () => (await course()).deliveredAt, { timeout: 20_000 }).toBeTruthy();
    expect(await course()).toMatchObject({ externalId: 'pedido-1042', sentAt: expect.any(String) });
    const named = async () => (await call('GET', '/messages?externalId=pedido-1042')).body.messages;
    await expect.poll(named, { timeout: 20_000 }).toMatchObject([{ id: sent.body.id }]);
  });

  it('is told at once that nobody on WhatsApp has a number', async () => {
    const answer = await call('POST', '/messages/send', { number: '5548000000000', body: 'Oi' });
    expect(answer).toMatchObject({
      ...{ status: 422, body: { code: 'ERR_WAPP_INVALID_CONTACT', errors: [{ field: 'number' }] } },
    });
  });

  it('is heard once, however often it asks and whatever is killed meanwhile', async () => {
    const texts = Array.from({ length: 24 }, (_, at) => `Aviso ${at + 1}`);
    const key = randomUUID();
    const persistently = async (text: string): Promise<string> => {
      for (;;) {
        const message = { number: asWritten, body: text };
        const answer = await call('POST', '/messages/send', message, `${key} ${text}`).catch(() => undefined);
        if (answer?.status === 202) return String(answer.body.id);
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    };
    const asked = texts.map((text, at) =>
      new Promise(resolve => setTimeout(resolve, at * 40)).then(() => persistently(text)),
    );
    for (let round = 0; round < 2; round += 1) {
      const { pid } = product.running().services.gateway ?? {};
      await asked[8 * round];
      if (pid) process.kill(pid, 'SIGKILL');
      const isBack = () => (product.running().services.gateway?.pid ?? pid) !== pid;
      await expect.poll(isBack, { timeout: 30_000 }).toBe(true);
    }
    const ids = await Promise.all(asked);
    expect(await Promise.all(texts.map(persistently))).toEqual(ids);
    const all = async () => (await heard()).filter(text => text.startsWith('Aviso')).toSorted();
    await expect.poll(all, { timeout: 60_000 }).toEqual(texts.toSorted());
  }, 180_000);
});
