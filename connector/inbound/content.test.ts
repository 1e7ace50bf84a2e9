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
      { mediaType: 'text', body: 'Sim', quoted: 'A1' },
    ],
    ['a picture', { imageMessage: { caption: 'Foto' } }, { mediaType: 'image', body: 'Foto' }],
    ['a voice note', { audioMessage: { ptt: true } }, { mediaType: 'audio', body: '' }],
    ['a film', { videoMessage: { caption: 'Veja' } }, { mediaType: 'video', body: 'Veja' }],
    ['a file', { documentMessage: { fileName: 'a.pdf' } }, { mediaType: 'application', body: 'a.pdf' }],
    ['a card', { contactMessage: { vcard: 'BEGIN:VCARD' } }, { mediaType: 'vcard', body: 'BEGIN:VCARD' }],
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
    const reaction = { reactionMessage: { key: { id: 'A1' }, text: '👍' } };
    expect(read(reaction)).toEqual({ kind: 'reaction', target: { id: 'A1' }, emoji: '👍' });
  });

  it('is read from an edit and a revoke', () => {
    const edit = { type: Type.MESSAGE_EDIT, key: { id: 'A1' }, editedMessage: { conversation: 'Nove' } };
    expect(read({ protocolMessage: edit })).toEqual({ kind: 'edit', target: { id: 'A1' }, body: 'Nove' });
    expect(read({ protocolMessage: { type: Type.REVOKE, key: { id: 'A1' } } })).toEqual({
      kind: 'revoke',
      target: { id: 'A1' },
    });
  });

  it('is nothing for what devices tell each other', () => {
    expect(read({ protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE } })).toEqual({ kind: 'nothing' });
    expect(read({ senderKeyDistributionMessage: { groupId: '1@g.us' } })).toEqual({ kind: 'nothing' });
  });
});
