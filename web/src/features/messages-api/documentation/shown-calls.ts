import type { ShownCall } from './example-code.ts';

const number = '5511987654321';
const message = '/messages/0199e2d4-7b1c-7f3e-9a52-4c1d8e6f2a10';

/** The calls that the page shows. Texts that a contact would read are in the language of the page. */
export const shownCalls = ({ text, caption }: { readonly text: string; readonly caption: string }) =>
  ({
    text: {
      ...{ method: 'POST', path: '/messages/send', idempotencyKey: 'pedido-1042' },
      json: { number, body: text, externalId: 'pedido-1042' },
    },
    upload: {
      ...{ method: 'POST', path: '/messages/send', idempotencyKey: 'boleto-1042' },
      form: { fields: { number, body: caption }, file: 'boleto.pdf' },
    },
    address: {
      ...{ method: 'POST', path: '/messages/send', idempotencyKey: 'boleto-1043' },
      json: { number, body: caption, mediaUrl: 'https://www.example.com/boleto.pdf' },
    },
    state: { method: 'GET', path: message },
    list: { method: 'GET', path: '/messages?externalId=pedido-1042&limit=20' },
    content: { method: 'GET', path: `${message}/content` },
    media: { method: 'GET', path: `${message}/media`, saveAs: 'foto.jpg' },
  }) as const satisfies Readonly<Record<string, ShownCall>>;
