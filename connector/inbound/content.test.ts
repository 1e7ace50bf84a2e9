import * as baileys from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { readContent } from './content.ts';

const read = (message: baileys.proto.IMessage) =>
  readContent(baileys, baileys.proto.Message.encode(message).finish());
const { Type } = baileys.proto.Message.ProtocolMessage;

describe('the content of a message', () => {
  it.each<[string, baileys.proto.IMessage, object]>([
    ['text', { conversation: 'Oi' }, { mediaType: 'text', body: 'Oi', quoted: null }],
    [
      'text with a quote',
      { extendedTextMessage: { text: 'Sim', contextInfo: { stanzaId: 'A1' } } },
      { mediaType: 'text', body: 'Sim', quoted: { id: 'A1', own: null, author: null } },
    ],
    ['a picture', { imageMessage: { caption: 'Foto' } }, { mediaType: 'image', body: 'Foto' }],
    ['a voice note', { audioMessage: { ptt: true } }, { mediaType: 'audio', body: '' }],
    ['a film', { videoMessage: { caption: 'Veja' } }, { mediaType: 'video', body: 'Veja' }],
    ['a file', { documentMessage: { fileName: 'a.pdf' } }, { mediaType: 'application', body: 'a.pdf' }],
    [
      'a file whose name is a way to a folder',
      {
        documentMessage: {
          fileName: '../../etc/cron.d/a\u0000\u202e.pdf',
          directPath: '/a',
          mediaKey: Buffer.of(1),
        },
      },
      { mediaType: 'application', body: 'a.pdf', file: { hint: { name: 'a.pdf' } } },
    ],
    ['a card', { contactMessage: { vcard: 'BEGIN:VCARD' } }, { mediaType: 'vcard', body: 'BEGIN:VCARD' }],
    [
      'a card whose name stands beside it alone',
      { contactMessage: { displayName: 'João', vcard: 'BEGIN:VCARD\nFN:\nTEL:1\nEND:VCARD' } },
      { mediaType: 'vcard', body: 'BEGIN:VCARD\nFN:João\nFN:\nTEL:1\nEND:VCARD' },
    ],
    [
      'a place',
      { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé' } },
      {
        mediaType: 'locationMessage',
        body: '|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17|Sé',
      },
    ],
    [
      'a message that vanishes',
      { ephemeralMessage: { message: { conversation: 'Oi' } } },
      { mediaType: 'text', body: 'Oi' },
    ],
    [
      'a copy of what the own phone wrote',
      { deviceSentMessage: { destinationJid: '1@lid', message: { conversation: 'Oi' } } },
      { mediaType: 'text', body: 'Oi' },
    ],
  ])('is read from %s', (_, message, expected) => {
    expect(read(message)).toMatchObject({ kind: 'message', ...expected });
  });

  it('is read from a reaction', () => {
    const key = { id: 'A1', fromMe: true };
    const target = { id: 'A1', own: true, author: null };
    const reaction = { reactionMessage: { key, text: '👍' } };
    expect(read(reaction)).toEqual({ kind: 'reaction', target, emoji: '👍' });
    expect(read({ reactionMessage: { key, text: '' } })).toEqual({ kind: 'reaction', target, emoji: '' });
    const words = { kind: 'nothing', reason: 'no-content' };
    expect(read({ reactionMessage: { key, text: 'Maria, 11 98888-7777' } })).toEqual(words);
  });

  it('is read from an edit and a revoke', () => {
    const edit = { type: Type.MESSAGE_EDIT, key: { id: 'A1' }, editedMessage: { conversation: 'Nove' } };
    const target = { id: 'A1', own: null, author: null };
    expect(read({ protocolMessage: edit })).toEqual({ kind: 'edit', target, body: 'Nove' });
    expect(read({ protocolMessage: { type: Type.REVOKE, key: { id: 'A1' } } })).toEqual({
      kind: 'revoke',
      target,
    });
  });

  it.each<[string, baileys.proto.IMessage, object]>([
    [
      'a place that is followed',
      { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2, caption: 'A caminho' } },
      { mediaType: 'locationMessage', body: '|https://maps.google.com/maps?q=1%2C2&z=17|A caminho' },
    ],
    [
      'several cards',
      { contactsArrayMessage: { contacts: [{ vcard: 'BEGIN:VCARD 1' }, { vcard: 'BEGIN:VCARD 2' }] } },
      { mediaType: 'vcard', body: 'BEGIN:VCARD 1\nBEGIN:VCARD 2' },
    ],
    ['a sticker', { stickerMessage: {} }, { mediaType: 'image', body: '' }],
    ['a round film', { ptvMessage: {} }, { mediaType: 'video', body: '' }],
    [
      'a poll',
      {
        pollCreationMessageV3: { name: 'Quando?', options: [{ optionName: 'Já' }, { optionName: 'Amanhã' }] },
      },
      { mediaType: 'text', body: '📊 Quando?\n• Já\n• Amanhã' },
    ],
    [
      'an invitation',
      { groupInviteMessage: { groupName: 'Vizinhos', caption: 'Entre' } },
      { mediaType: 'text', body: '👥 Vizinhos\nEntre' },
    ],
    [
      'an answer by button',
      { templateButtonReplyMessage: { selectedDisplayText: 'Sim' } },
      { mediaType: 'text', body: 'Sim' },
    ],
    [
      'buttons in the wrapping of what may be seen once',
      { viewOnceMessage: { message: { interactiveMessage: { body: { text: 'Escolha' } } } } },
      { mediaType: 'text', body: 'Escolha' },
    ],
    [
      'a picture that may be seen once, without it',
      { viewOnceMessageV2: { message: { imageMessage: { caption: 'Segredo', viewOnce: true } } } },
      { mediaType: 'view_once', body: '' },
    ],
    ['a missed call', { callLogMesssage: { isVideo: true } }, { mediaType: 'call_log', body: '' }],
    ['a payment', { sendPaymentMessage: {} }, { mediaType: 'text', body: '💸' }],
    [
      'a kind that says nothing, as what cannot be shown',
      { statusNotificationMessage: {} },
      {
        mediaType: 'unsupported',
        parts: [{ kind: 'more', of: [{ what: 'statusNotificationMessage', count: 1 }] }],
      },
    ],
  ])('is read from %s', (_, message, expected) => {
    expect(read(message)).toMatchObject({ kind: 'message', ...expected });
  });

  it('is nothing for what devices tell each other, and for votes', () => {
    const reason = (message: baileys.proto.IMessage) => {
      const content = read(message);
      return content.kind === 'nothing' ? content.reason : content;
    };
    expect(reason({ protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE } })).toBe('protocol');
    expect(reason({ senderKeyDistributionMessage: { groupId: '1@g.us' } })).toBe('protocol');
    expect(reason({ pinInChatMessage: {} })).toBe('protocol');
    expect(reason({ pollUpdateMessage: {} })).toBe('vote');
    expect(reason({})).toBe('no-content');
  });
});
