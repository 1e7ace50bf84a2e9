import type { WebhookType } from './event-types.ts';
import { mediaPathOf, type WebhookData } from './payloads.ts';

const sequence = 184_213;
const ids = {
  messageId: '0198a7f2-5b1c-7d3e-9a44-2f6c1e8b7d01',
  ticketId: '0198a7f2-5a90-7c11-8b2f-6d1e4c3a2b10',
  contactId: '0198a7f1-11aa-7e5d-b6c7-9f8e7d6c5b4a',
  whatsappId: '01989c00-7f21-7a4b-8c3d-5e6f7a8b9c0d',
};
const queueId = '01989c00-8a10-7b2c-9d3e-4f5a6b7c8d9e';
const userId = '01989c00-6b5a-7c4d-8e9f-0a1b2c3d4e5f';
const contact = { name: 'Carla Souza', number: '5511987654321', isGroup: false };

const message = {
  body: 'Oi! Meu pedido já saiu?',
  bodyTruncated: false,
  mediaType: 'text' as const,
  media: null,
  quotedMessageId: null,
  senderName: null,
  queuedAt: null,
  sentAt: '2026-11-23T13:32:07.000Z',
};
const photo = {
  ...{ ...message, body: 'Veio assim', mediaType: 'image' as const },
  media: { name: null, mime: 'image/jpeg', size: 184_320, path: mediaPathOf(ids.messageId) },
};
const answer = {
  ...{ ...message, body: 'Oi Carla, saiu hoje cedo!' },
  ...{ queuedAt: '2026-11-23T13:33:10.120Z', sentAt: '2026-11-23T13:33:10.480Z' },
};
const received = { sequence, ...ids, fromMe: false, externalId: null, message, contact };
const sent = { sequence, ...ids, fromMe: true, externalId: 'pedido-1042', message: answer, contact };

const { messageId: _, ...place } = ids;
const ticket = { sequence, ...place, queueId, userId, contact };
const ofContact = { sequence, contactId: ids.contactId };

/** A full payload's `data` of each type. */
export const webhookExamples: { readonly [Type in WebhookType]: WebhookData<Type> } = {
  'message.received': received,
  'message.changed': { ...received, message: photo },
  'message.sent': sent,
  'message.delivered': sent,
  'message.read': sent,
  'message.failed': {
    ...{ ...sent, message: { ...answer, sentAt: null }, reason: 'WhatsApp 463' },
    error: { code: 'ERR_SENDING_WAPP_MSG', whatsappCode: 463 },
  },
  'message.edited': { ...sent, message: { ...answer, body: 'Oi Carla, saiu hoje às 9h!' } },
  'message.deleted': { ...sent, message: { ...answer, body: '' } },
  'ticket.opened': { ...ticket, status: 'pending', queueId: null, userId: null },
  'ticket.accepted': { ...ticket, status: 'open' },
  'ticket.returned': { ...ticket, status: 'pending', userId: null },
  'ticket.transferred': { ...ticket, status: 'pending', userId: null, notes: 'Quer trocar o endereço.' },
  'ticket.closed': { ...ticket, status: 'closed', reason: null },
  'ticket.reopened': { ...ticket, status: 'pending', userId: null },
  'ticket.deleted': { ...ticket, status: 'deleted' },
  'contact.created': { ...ofContact, contact },
  'contact.changed': { ...ofContact, contact },
  'contact.merged': { ...ofContact, otherId: '0198a7f1-22bb-7f6e-a7d8-0a9f8e7d6c5b', contact },
  'contact.removed': ofContact,
  'contact.erased': ofContact,
  'connection.status': {
    ...{ sequence, whatsappId: ids.whatsappId, status: 'DISCONNECTED', reason: 'logged-out' },
    ...{ name: 'Loja Centro', number: '551140028922' },
  },
  'rating.given': { sequence, ...place, userId, rating: 3, contact },
};

/** What came with a file, as it is once the file is here. */
export const receivedWithFile: WebhookData<'message.received'> = { ...received, message: photo };

/** When the examples happened. */
export const exampleTimestamp = '2026-11-23T13:32:07.412Z';
