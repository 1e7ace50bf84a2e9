import type { z } from 'zod';
import { type ErrorCode, errors } from '#domain/shared/errors.ts';
import type { OutsideContent } from './outside-content.ts';
import type {
  OutsideMessage,
  outsideMessagesAnswer,
  SendOutside,
  SendOutsideAnswer,
} from './outside-messages.ts';
import { type Problem, problemStatus, problemTypeOf } from './problems.ts';

/** What calls from outside look like: for the description under /docs, the page `/messages-api` and the guide. */

const ids = {
  message: '0199e2d4-7b1c-7f3e-9a52-4c1d8e6f2a10',
  ticket: '0199e2d4-7a90-7c55-8b21-1f6f0d3a9c44',
  contact: '0199e2d0-11aa-7d02-b6c9-5b8e7a4d3f21',
  connection: '0199d1c0-5f10-7a8b-8c3d-2e9f6a7b1c05',
} as const;

const text: SendOutside = { number: '5511987654321', body: 'Seu pedido saiu!', externalId: 'pedido-1042' };
const file: SendOutside = {
  number: '5511987654321',
  body: 'Segue o boleto',
  mediaUrl: 'https://www.example.com/boleto.pdf',
};

const accepted: SendOutsideAnswer = {
  ...{ id: ids.message, ids: [ids.message], ticketId: ids.ticket, contactId: ids.contact },
  ...{ whatsappId: ids.connection, number: '5511987654321', externalId: 'pedido-1042' },
  ...{ state: 'queued', queuedAt: '2026-11-23T14:05:09.120Z' },
};

const message: OutsideMessage = {
  ...{ id: ids.message, externalId: 'pedido-1042', ticketId: ids.ticket, contactId: ids.contact },
  ...{ whatsappId: ids.connection, number: '5511987654321', mediaType: 'text', state: 'delivered' },
  ...{ queuedAt: '2026-11-23T14:05:09.120Z', sentAt: '2026-11-23T14:05:09.480Z' },
  ...{ deliveredAt: '2026-11-23T14:05:10.031Z', readAt: null },
  ...{ unconfirmedAt: null, failedAt: null, error: null },
};

const page: z.output<typeof outsideMessagesAnswer> = {
  messages: [message],
  hasMore: false,
  nextCursor: null,
};

const received: OutsideContent = {
  ...{ id: ids.message, ticketId: ids.ticket, contactId: ids.contact, whatsappId: ids.connection },
  ...{ fromMe: false, externalId: null },
  message: {
    ...{ body: 'Oi! Meu pedido já saiu?', bodyTruncated: false, mediaType: 'text', media: null },
    ...{ quotedMessageId: null, senderName: null, queuedAt: null, sentAt: '2026-11-23T14:05:07.000Z' },
  },
  contact: { name: 'Carla Souza', number: '5511987654321', isGroup: false },
};
const receivedFile: OutsideContent = {
  ...received,
  message: {
    ...{ ...received.message, body: 'Veio assim', mediaType: 'image' },
    media: { name: null, mime: 'image/jpeg', size: 184_320, path: `/api/messages/${ids.message}/media` },
  },
};

const noCountry = 'there is no country code: write it first, as in 5511987654321 for Brazil';
const invalidNumber = {
  detail: `number: ${noCountry}`,
  errors: [{ field: 'number', message: noCountry }],
};

const typicalCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'ERR_UNREADABLE_BODY',
  401: 'ERR_UNAUTHENTICATED',
  402: 'ERR_SUBSCRIPTION_EXPIRED',
  403: 'ERR_SCOPE_MISSING',
  404: 'ERR_NOT_FOUND',
  409: 'ERR_CONFLICT',
  413: 'ERR_MEDIA_TOO_LARGE',
  415: 'ERR_CONTENT_TYPE',
  429: 'ERR_TOO_MANY_REQUESTS',
  503: 'ERR_UNAVAILABLE',
};

/** A problem as a call is refused with that status. */
export const problemExample = (
  status: number,
  code: ErrorCode = typicalCodes[status] ?? 'ERR_VALIDATION',
  path = '/api/messages/send',
): Problem => ({
  ...{ type: problemTypeOf(code), title: errors[code].text, status },
  instance: `${path}#req-1a`,
  code,
  ...(status === problemStatus('ERR_VALIDATION') ? invalidNumber : {}),
  ...(status === 429 ? { limit: { name: 'key', quota: 1200, windowSeconds: 60 } } : {}),
});

export const outsideExamples = { text, file, accepted, message, page, received, receivedFile } as const;
