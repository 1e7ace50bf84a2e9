/** What is asked of each client: the same calls, as a program of its kind writes them. */
export const uses = {
  'openapi-typescript': `
import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

export const use = async (origin: string, token: string, number: string) => {
  const client = createClient<paths>({ baseUrl: origin, headers: { Authorization: 'Bearer ' + token } });
  const params = { header: { 'idempotency-key': 'pedido ' + number } };
  const text = await client.POST('/api/messages/send', { params, body: { number, body: 'Um texto' } });
  if (!text.data) throw new Error(text.error.detail);
  const file = await client.POST('/api/messages/send/files', {
    body: { number, medias: ['boleto.pdf'] },
    bodySerializer: () => {
      const form = new FormData();
      form.append('number', number);
      form.append('medias', new Blob(['%PDF-1.7']), 'boleto.pdf');
      return form;
    },
  });
  if (!file.data) throw new Error(file.error.detail);
  const path = { id: text.data.id };
  const message = await client.GET('/api/messages/{id}', { params: { path } });
  const state: 'queued' | 'received' | 'read' | undefined | string = message.data?.state;
  // @ts-expect-error: what the screens are answered at this path is no part of it
  message.data?.messages;
  const page = await client.GET('/api/messages', { params: { query: { limit: 1 } } });
  const media = await client.GET('/api/messages/{id}/media', { params: { path: { id: file.data.id } }, parseAs: 'blob' });
  const url = 'https://www.example.com/balcao';
  const webhook = await client.POST('/api/webhooks', { body: { url, events: ['message.received'] } });
  const secret: string | undefined = webhook.data?.newSecret;
  // Its types let other fields pass.
  const refused = await client.POST('/api/messages/send', { body: { number, mediaURL: url } });
  return {
    ...{ text: text.data.id, file: file.data.id, state, page: page.data?.messages.length },
    ...{ media: media.data?.size, secret, refused: refused.error?.errors?.[0]?.field },
  };
};
`,
  '@hey-api/openapi-ts': `
import {
  createWebhook, getMessage, getMessageMedia, listMessages, sendFiles, sendMessage,
} from './made/index';
import { client } from './made/client.gen';

export const use = async (origin: string, token: string, number: string) => {
  client.setConfig({ baseUrl: origin, auth: token });
  const headers = { 'idempotency-key': 'pedido ' + number };
  const text = await sendMessage({ headers, body: { number, body: 'Um texto' } });
  if (!text.data) throw new Error(text.error.detail);
  const boleto = new File(['%PDF-1.7'], 'boleto.pdf');
  const file = await sendFiles({ body: { number, medias: [boleto] } });
  if (!file.data) throw new Error(file.error.detail);
  const message = await getMessage({ path: { id: text.data.id } });
  const state: string | undefined = message.data?.state;
  // @ts-expect-error: what the screens are answered at this path is no part of it
  message.data?.messages;
  const page = await listMessages({ query: { limit: 1 } });
  const media = await getMessageMedia({ path: { id: file.data.id }, parseAs: 'blob' });
  const url = 'https://www.example.com/balcao';
  const webhook = await createWebhook({ body: { url, events: ['message.received'] } });
  const secret: string | undefined = webhook.data?.newSecret;
  // @ts-expect-error: there is no such field
  const refused = await sendMessage({ body: { number, mediaURL: url } });
  return {
    ...{ text: text.data.id, file: file.data.id, state, page: page.data?.messages.length },
    ...{ media: (media.data as Blob | undefined)?.size, secret, refused: refused.error?.errors?.[0]?.field },
  };
};
`,
  orval: `
import {
  createWebhook, getMessage, getMessageMedia, listMessages, sendFiles, sendMessage,
} from './client';

export const use = async (_origin: string, token: string, number: string) => {
  const own = { Authorization: 'Bearer ' + token };
  const headers = own;
  const text = await sendMessage({ number, body: 'Um texto' }, { headers: { ...own, 'Idempotency-Key': 'pedido ' + number } });
  if (text.status !== 202) throw new Error(text.data.detail);
  const file = await sendFiles({ number, medias: [new File(['%PDF-1.7'], 'boleto.pdf')] }, { headers });
  if (file.status !== 202) throw new Error(file.data.detail);
  const message = await getMessage(text.data.id, { headers });
  const state: string | undefined = message.status === 200 ? message.data.state : undefined;
  // @ts-expect-error: what the screens are answered at this path is no part of it
  if (message.status === 200) message.data.messages;
  const page = await listMessages({ limit: 1 }, { headers });
  const media = await getMessageMedia(file.data.id, { headers });
  const url = 'https://www.example.com/balcao';
  const webhook = await createWebhook({ url, events: ['message.received'] }, { headers });
  const secret: string | undefined = webhook.status === 201 ? webhook.data.newSecret : undefined;
  // @ts-expect-error: there is no such field
  const refused = await sendMessage({ number, mediaURL: url }, { headers });
  return {
    ...{ text: text.data.id, file: file.data.id, state },
    ...{ page: page.status === 200 ? page.data.messages.length : undefined },
    ...{ media: media.status === 200 ? media.data.size : undefined, secret },
    ...{ refused: refused.status === 422 ? refused.data.errors?.[0]?.field : undefined },
  };
};
`,
} as const;
export type Generator = keyof typeof uses;
export const generators = Object.keys(uses) as readonly Generator[];
