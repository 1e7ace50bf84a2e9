import type { ShownCall } from './example-code.ts';

const number = '5511987654321';
const message = '/messages/0199e2d4-7b1c-7f3e-9a52-4c1d8e6f2a10';

/** What the examples are about, in the language of the page. */
export type ExampleWords = {
  readonly text: string;
  readonly caption: string;
  /** Names of things: what an id or a file is called. */
  readonly order: string;
  readonly invoice: string;
  readonly photo: string;
};

/** The calls that the page shows. */
export const shownCalls = ({ text, caption, order, invoice, photo }: ExampleWords) =>
  ({
    text: {
      ...{ method: 'POST', path: '/messages/send', idempotencyKey: `${order}-1042` },
      json: { number, body: text, externalId: `${order}-1042` },
    },
    upload: {
      ...{ method: 'POST', path: '/messages/send', idempotencyKey: `${invoice}-1042` },
      form: { fields: { number, body: caption }, file: `${invoice}.pdf` },
    },
    address: {
      ...{ method: 'POST', path: '/messages/send', idempotencyKey: `${invoice}-1043` },
      json: { number, body: caption, mediaUrl: `https://www.example.com/${invoice}.pdf` },
    },
    state: { method: 'GET', path: message },
    list: { method: 'GET', path: `/messages?externalId=${order}-1042&limit=20` },
    content: { method: 'GET', path: `${message}/content` },
    media: { method: 'GET', path: `${message}/media`, saveAs: `${photo}.jpg` },
  }) as const satisfies Readonly<Record<string, ShownCall>>;
