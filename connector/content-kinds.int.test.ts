import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { ANA, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const base64 = Buffer.from('bytes').toString('base64');

describe('what contacts write', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const write = (body: object, from = ANA) => office.simulator.write(from, { to: PHONE, ...body });
  const received = async (waId: string) => {
    const events = await office.until(`message ${waId}`, all =>
      ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
    );
    const found = ofType(events, 'MessageReceived').find(event => event.data.waKey.id === waId);
    if (!found) throw new Error(waId);
    return found.data;
  };
  const file = (kind: string, mimetype: string, more: object = {}) => ({
    media: { kind, mimetype, base64, ...more },
  });

  it.each<[string, object, object]>([
    ['a text', { text: 'Oi' }, { mediaType: 'text', body: 'Oi' }],
    ['a picture', file('image', 'image/png', { caption: 'Veja' }), { mediaType: 'image', body: 'Veja' }],
    ['a film', file('video', 'video/mp4', { caption: 'Filme' }), { mediaType: 'video', body: 'Filme' }],
    ['a song', file('audio', 'audio/mpeg'), { mediaType: 'audio', body: '' }],
    ['a voice note', file('audio', 'audio/ogg', { voice: true, seconds: 3 }), { mediaType: 'audio' }],
    [
      'a document',
      file('document', 'application/pdf', { fileName: 'conta.pdf' }),
      { mediaType: 'application', body: 'conta.pdf' },
    ],
    ['a sticker', file('sticker', 'image/webp'), { mediaType: 'image', body: '' }],
    [
      'a place',
      { location: { latitude: -23.5, longitude: -46.6, name: 'Sé' } },
      { mediaType: 'locationMessage', body: '|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17|Sé' },
    ],
    [
      'a card',
      { vcard: { name: 'Caio', vcard: 'BEGIN:VCARD caio' } },
      { mediaType: 'vcard', body: 'BEGIN:VCARD caio' },
    ],
    [
      'several cards',
      {
        vcards: [
          { name: 'Caio', vcard: 'BEGIN:VCARD caio' },
          { name: 'Duda', vcard: 'BEGIN:VCARD duda' },
        ],
      },
      { mediaType: 'vcard', body: 'BEGIN:VCARD caio\nBEGIN:VCARD duda' },
    ],
    [
      'a poll, as text',
      { poll: { name: 'Quando?', options: ['Já', 'Amanhã'] } },
      { mediaType: 'text', body: '📊 Quando?\n• Já\n• Amanhã' },
    ],
    [
      'a picture for one look, without it',
      file('image', 'image/png', { caption: 'Segredo', viewOnce: true }),
      { mediaType: 'view_once', body: '' },
    ],
  ])('is shown: %s', async (_, body, expected) => {
    expect(await received(await write(body))).toMatchObject(expected);
  });

  it('may be a reaction that is set, changed and taken back', async () => {
    const waId = await write({ text: 'Que tal?' });
    const { messageId } = await received(waId);
    for (const emoji of ['👍', '❤️', '']) await write({ reaction: { id: waId, emoji } });
    const events = await office.until('the last reaction', all =>
      ofType(all, 'MessageReacted').some(({ data }) => data.messageId === messageId && data.emoji === ''),
    );
    expect(ofType(events, 'MessageReacted').map(({ data }) => [data.emoji, data.fromMe])).toEqual([
      ['👍', false],
      ['❤️', false],
      ['', false],
    ]);
  });

  it('keeps its order by WhatsApp and its place in the log, however it comes', async () => {
    await office.simulator.post('/faults', { reorderNext: 2 });
    const early = await write({ text: 'primeira' }, BOB);
    const late = await write({ text: 'segunda' }, BOB);
    const [one, other] = [await received(early), await received(late)];
    expect(one.sentAt <= other.sentAt).toBe(true);
    expect(one.ticketId).toBe(other.ticketId);
  });

  it('may change what was written before', async () => {
    const waId = await write({ text: 'De Ana' });
    const { messageId } = await received(waId);
    await write({ edit: { id: waId, text: 'De Ana mesmo' } });
    const events = await office.until('edit', all => ofType(all, 'MessageEdited').length > 0);
    expect(ofType(events, 'MessageEdited').map(event => event.data)).toEqual([
      { messageId, body: 'De Ana mesmo' },
    ]);
  });
});
