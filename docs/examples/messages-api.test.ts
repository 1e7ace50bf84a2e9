import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outsideExamples, problemExample } from '#contracts/outside-examples.ts';
import { CallRefused, createClient } from './messages-api.ts';

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string };

describe('the generated client', () => {
  let asked: Asked[];
  let answer: { status: number; body: unknown; headers?: Record<string, string> };
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    asked.push({ method, url, headers, body: await text(request) });
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  let client: ReturnType<typeof createClient>;

  beforeEach(async () => {
    asked = [];
    answer = { status: 202, body: outsideExamples.accepted };
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    client = createClient({ address: `http://127.0.0.1:${port}`, token: 'blc_test' });
  });
  afterEach(() => new Promise(resolve => server.close(resolve)));

  it('sends with the token and the idempotency key', async () => {
    const sent = await client.sendMessage({ number: '5511987654321', body: 'Oi' }, { idempotencyKey: 'a-1' });
    expect(sent).toEqual(outsideExamples.accepted);
    expect(asked).toMatchObject([
      {
        ...{ method: 'POST', url: '/api/messages/send', body: '{"number":"5511987654321","body":"Oi"}' },
        headers: {
          ...{
            authorization: 'Bearer blc_test',
            'idempotency-key': 'a-1',
            'content-type': 'application/json',
          },
        },
      },
    ]);
  });

  it('sends files as a form', async () => {
    const form = new FormData();
    form.append('number', '5511987654321');
    form.append('medias', new Blob(['%PDF']), 'boleto.pdf');
    await client.sendFiles(form);
    expect(asked[0]?.url).toBe('/api/messages/send/files');
    expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(asked[0]?.body).toContain('filename="boleto.pdf"');
  });

  it('asks with ids and queries', async () => {
    answer = { status: 200, body: outsideExamples.page };
    await client.listMessages({ externalId: 'pedido 1042', limit: 2 });
    await client.getMessage(outsideExamples.message.id);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/messages?externalId=pedido+1042&limit=2',
      `GET /api/messages/${outsideExamples.message.id}`,
    ]);
  });

  it('reads what a message says, and gets its file as it is', async () => {
    answer = { status: 200, body: outsideExamples.receivedFile };
    const { id } = outsideExamples.receivedFile;
    expect(await client.getMessageContent(id)).toEqual(outsideExamples.receivedFile);
    answer = { status: 200, body: 'as it is', headers: { 'content-type': 'image/jpeg' } };
    const file = await client.getMessageMedia(id);
    expect([file.type, await file.text()]).toEqual(['image/jpeg', '"as it is"']);
    answer = { status: 404, body: problemExample(404), headers: { 'retry-after': '5' } };
    const refused = await client.getMessageMedia(id).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 404, retryAfterSeconds: 5, problem: problemExample(404) });
    expect(asked.map(({ url }) => url?.replace(id, ''))).toEqual([
      ...['/api/messages//content', '/api/messages//media', '/api/messages//media'],
    ]);
  });

  it('throws why a call was refused, and how long to wait', async () => {
    answer = { status: 429, body: problemExample(429), headers: { 'retry-after': '17' } };
    const refused = await client.getMessage('x').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallRefused);
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 17, problem: problemExample(429) });
  });

  it('throws without a problem when something else answered', async () => {
    answer = { status: 502, body: '<html>' };
    const refused = await client.getMessage('x').catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 502, problem: undefined });
  });
});
