import { idOf } from '#domain/testing/ids.ts';
import { none, type Story, step } from './stories.ts';

const [messageId, ticketId, contactId, connectionId] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const [ana, changeId, otherId] = [idOf(11), idOf(12), idOf(13)];
const sentAt = '2026-03-04T12:00:00.000Z';
const place = { messageId, ticketId, contactId, connectionId };
const waKey = { id: 'A1', remoteJid: '5511@s.whatsapp.net', fromMe: false, participant: null };
const hint = {
  name: 'foto.jpg',
  size: 3,
  seconds: null,
  width: null,
  height: null,
  voice: false,
  sticker: false,
};
const media = {
  ...hint,
  name: 'foto-2.jpg',
  size: 3,
  mime: 'image/jpeg',
  hash: 'a'.repeat(64),
  thumbnail: null,
};
const request = { messageId, connectionId, waId: 'B2', userId: ana };

const placed = {
  ticketId: [none, ticketId],
  contactId: [none, contactId],
  connectionId: [none, connectionId],
} as const;

const received: Story = {
  category: 'message',
  steps: [
    step(
      'MessageReceived',
      {
        ...{ ...place, waKey, sentAt, body: '', mediaType: 'unavailable', quotedMessageId: null },
        senderName: 'Clara',
      },
      {
        ...{ messageStatus: [none, 'received'], ...placed, mediaType: [none, 'unavailable'] },
        ...{ sentAt: [none, sentAt], senderName: [none, 'Clara'] },
      },
    ),
    step(
      'MessageContentRecovered',
      { messageId, body: 'veja', mediaType: 'image', quotedMessageId: null, mediaHint: hint },
      {
        mediaType: ['unavailable', 'image'],
        body: ['', 'veja'],
        fileName: [none, 'foto.jpg'],
        fileState: [null, 'waiting'],
      },
    ),
    step(
      'MessageMediaFailed',
      { messageId, reason: 'expired' },
      {
        fileState: ['waiting', 'failed'],
        reason: [none, 'expired'],
      },
    ),
    step('MessageMediaRequested', { messageId }, { fileState: ['failed', 'waiting'] }),
    step(
      'MessageMediaStored',
      { messageId, media },
      {
        fileState: ['waiting', 'stored'],
        fileName: ['foto.jpg', 'foto-2.jpg'],
      },
    ),
    step('MessageReacted', { messageId, emoji: '👍', fromMe: false, by: '5511' }, { emoji: [none, '👍'] }),
    step('MessageReacted', { messageId, emoji: '🎉', fromMe: true, by: '5522' }, { emoji: [none, '🎉'] }),
    step('MessageReacted', { messageId, emoji: '❤️', fromMe: false, by: '5511' }, { emoji: ['👍', '❤️'] }),
    step('MessageReacted', { messageId, emoji: '', fromMe: false, by: '5511' }, { emoji: ['❤️', ''] }),
    step('MessageMoved', { messageId, ticketId: idOf(5) }, { ticketId: [ticketId, idOf(5)] }),
    step(
      'MessageDeleted',
      { messageId },
      {
        messageStatus: ['received', 'deleted'],
        mediaType: ['image', none],
        body: ['veja', none],
        fileName: ['foto-2.jpg', none],
        fileState: ['stored', none],
      },
    ),
  ],
};

const sent: Story = {
  category: 'message',
  steps: [
    step(
      'MessageQueued',
      {
        ...{
          ...place,
          body: 'oi',
          mediaType: 'text',
          quotedMessageId: null,
          waId: 'A1',
          userId: ana,
          sentAt,
        },
        ...{ externalId: 'pedido 7', automatic: 'api', mass: true },
      },
      {
        ...{ messageStatus: [none, 'queued'], ...placed, mediaType: [none, 'text'], body: [none, 'oi'] },
        ...{ sentAt: [none, sentAt], userId: [none, ana], automatic: [none, 'api'], mass: [none, true] },
        externalId: [none, 'pedido 7'],
      },
    ),
    step('MessageUnconfirmed', { messageId }, { messageStatus: ['queued', 'unknown'] }),
    step(
      'MessageFailed',
      { messageId, reason: 'ERR_SENDING_WAPP_MSG' },
      {
        messageStatus: ['unknown', 'failed'],
        reason: [none, 'ERR_SENDING_WAPP_MSG'],
      },
    ),
    step(
      'MessageRetried',
      { messageId, connectionId, userId: ana },
      {
        messageStatus: ['failed', 'queued'],
        userId: [none, ana],
      },
    ),
    step('MessageSent', { messageId, waKey }, { messageStatus: ['queued', 'sent'] }),
    step('MessageDelivered', { messageId }, { messageStatus: ['sent', 'delivered'] }),
    step('MessageRead', { messageId }, { messageStatus: ['delivered', 'read'] }),
    step('MessagePlayed', { messageId }, { messageStatus: ['read', 'played'] }),
    step(
      'MessageEditRequested',
      { ...request, changeId, body: 'olá' },
      {
        request: [none, 'waiting'],
        body: [none, 'olá'],
      },
    ),
    step('MessageEdited', { messageId, changeId, body: 'olá' }, { body: ['oi', 'olá'] }),
    step('MessageEditUnreadable', { messageId }, {}),
    step(
      'MessageReactionRequested',
      { ...request, changeId: otherId, emoji: '👍' },
      {
        request: [none, 'waiting'],
        emoji: [none, '👍'],
      },
    ),
    step(
      'MessageChangeRefused',
      { messageId, changeId: otherId, reason: 'not-sent' },
      {
        request: ['waiting', 'refused'],
        reason: [none, 'not-sent'],
      },
    ),
    step('MessageDeletionRequested', { ...request, changeId: idOf(14) }, { request: [none, 'waiting'] }),
    step(
      'MessageDeleted',
      { messageId, changeId: idOf(14) },
      {
        messageStatus: ['played', 'deleted'],
        mediaType: ['text', none],
        body: ['olá', none],
      },
    ),
  ],
};

export const messageStories = [received, sent];
