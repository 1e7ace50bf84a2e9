import * as baileys from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { readContent } from './content.ts';

/** A message as JSON of its protocol buffer: numbers that a phone cannot have come as texts. */
const read = (message: object) => {
  const { Message } = baileys.proto;
  return readContent(baileys, Message.encode(Message.fromObject(message)).finish());
};
const flow = (name: string, params: object) => ({
  nativeFlowMessage: { buttons: [{ name, buttonParamsJson: JSON.stringify(params) }] },
});
const context = (contextInfo: object, text = 'Quanto custa?') => ({
  extendedTextMessage: { text, contextInfo },
});
const ad = { title: 'Chapéus', body: 'Até domingo', sourceUrl: 'https://ad.example/7', sourceId: '77' };
const file = { mediaKey: 'AQ==', directPath: '/f' };

describe('what a message shows beside its words', () => {
  it.each<[string, object, object]>([
    [
      'the ad that it answers',
      context({ externalAdReply: ad }),
      {
        body: 'Quanto custa?',
        parts: [
          { kind: 'card', of: 'ad', title: 'Chapéus', text: 'Até domingo', link: 'https://ad.example/7' },
          { kind: 'words' },
        ],
      },
    ],
    [
      'an ad that nobody wrote a word to',
      context({ externalAdReply: { title: 'Chapéus' } }, ''),
      { body: '📣 Chapéus', parts: [{ kind: 'card', of: 'ad', title: 'Chapéus' }] },
    ],
    [
      'the status that it answers',
      context({
        ...{ stanzaId: 'S', remoteJid: 'status@broadcast', participant: '5511@s.whatsapp.net' },
        quotedMessage: { imageMessage: { caption: 'Saia azul R$ 90' } },
      }),
      { body: 'Quanto custa?', quote: { of: 'status', text: 'Saia azul R$ 90', mediaType: 'image' } },
    ],
    [
      'an order',
      {
        orderMessage: {
          ...{ orderId: '71', itemCount: 2, totalAmount1000: 45_500, totalCurrencyCode: 'BRL' },
          message: 'Sem cebola',
        },
      },
      { body: '🛒 Sem cebola\n#71\n2 ×\nR$ 45,50' },
    ],
    [
      'a product with its picture',
      {
        productMessage: {
          product: {
            ...{
              title: 'Bolsa',
              priceAmount1000: 99_900,
              currencyCode: 'BRL',
              url: 'https://loja.example/b',
            },
            productImage: file,
          },
        },
      },
      {
        ...{ mediaType: 'image', body: '🏷️ Bolsa\nR$ 99,90\nhttps://loja.example/b' },
        file: { directPath: '/f' },
      },
    ],
    [
      'a Pix key',
      {
        interactiveMessage: flow('payment_info', {
          payment_settings: [
            {
              type: 'pix_static_code',
              pix_static_code: { key: '+5511912345678', merchant_name: 'Padaria', key_type: 'PHONE' },
            },
          ],
        }),
      },
      {
        parts: [
          {
            ...{ kind: 'card', of: 'pix', title: 'Padaria' },
            rows: [
              { name: 'key', value: '+5511912345678', as: 'code' },
              { name: 'keyType', value: 'PHONE' },
            ],
          },
        ],
      },
    ],
    [
      'what is to be paid, and a code to pay it with',
      {
        interactiveMessage: flow('review_and_pay', {
          ...{ reference_id: 'R7', currency: 'BRL', total_amount: { value: 2550, offset: 100 } },
          order: {
            ...{ status: 'pending', subtotal: { value: 2000, offset: 100 } },
            items: [{ name: 'Pão', quantity: 10, amount: { value: 200, offset: 100 }, retailer_id: 'x' }],
            shipping: { value: 550, offset: 100 },
          },
          payment_settings: [{ type: 'boleto', boleto: { digitable_line: '34191 7900' } }],
        }),
      },
      {
        parts: [
          {
            of: 'order',
            rows: [
              { name: 'reference', value: 'R7' },
              { label: '10 × Pão', value: '2', as: 'money', currency: 'BRL' },
              { name: 'subtotal', value: '20' },
              { name: 'shipping', value: '5.5' },
              { name: 'total', value: '25.5' },
            ],
          },
          { of: 'payment', rows: [{ name: 'boleto', value: '34191 7900', as: 'code' }] },
        ],
      },
    ],
    [
      'title, words, footer, and a code to copy',
      {
        interactiveMessage: {
          ...{ header: { title: 'Conta' }, body: { text: 'R$ 70' }, footer: { text: 'Até dia 5' } },
          ...flow('cta_copy', { display_text: 'Copiar', copy_code: '0019' }),
        },
      },
      { body: 'Conta\nR$ 70\nAté dia 5\n• Copiar 0019' },
    ],
    [
      'what a card of several has',
      {
        interactiveMessage: {
          body: { text: 'Escolha' },
          carouselMessage: {
            cards: [
              {
                header: { title: 'Um', imageMessage: file },
                ...flow('cta_url', { display_text: 'Ver', url: 'https://a.example' }),
              },
              { header: { title: 'Dois', imageMessage: file }, body: { text: 'Azul' } },
            ],
          },
        },
      },
      {
        parts: [
          { style: 'text', text: 'Escolha' },
          { of: 'item', title: 'Um', buttons: [{ label: 'Ver', link: 'https://a.example' }] },
          { of: 'item', title: 'Dois', text: 'Azul' },
          { kind: 'more', of: [{ what: 'image', count: 2 }] },
        ],
      },
    ],
    [
      'buttons under a file',
      {
        buttonsMessage: {
          ...{ contentText: 'Seu contrato', documentMessage: { ...file, fileName: 'contrato.pdf' } },
          buttons: [{ buttonId: '1', buttonText: { displayText: 'Assinei' } }],
        },
      },
      {
        ...{ mediaType: 'application', body: 'Seu contrato\n• Assinei', hint: { name: 'contrato.pdf' } },
        file: { directPath: '/f' },
      },
    ],
    [
      'a template with a picture',
      {
        templateMessage: {
          hydratedTemplate: {
            ...{ imageMessage: file, hydratedContentText: 'Novidades', hydratedFooterText: 'Feira' },
            hydratedButtons: [{ urlButton: { displayText: 'Abrir', url: 'https://f.example' } }],
          },
        },
      },
      { mediaType: 'image', body: 'Novidades\nFeira\n• Abrir https://f.example' },
    ],
    [
      'a list with its rows',
      {
        listMessage: {
          ...{ title: 'Cardápio', buttonText: 'Ver' },
          sections: [{ title: 'Doces', rows: [{ title: 'Bolo', rowId: '1', description: 'R$ 8' }] }],
        },
      },
      { body: 'Cardápio\n• Ver\nDoces\nBolo: R$ 8' },
    ],
    [
      'the label that was chosen',
      {
        interactiveResponseMessage: {
          nativeFlowResponseMessage: { name: 'quick_reply', paramsJson: '{"id":"2","display_text":"Tarde"}' },
        },
      },
      { body: 'Tarde' },
    ],
    [
      'what was filled in',
      {
        interactiveResponseMessage: {
          body: { text: 'Sent' },
          nativeFlowResponseMessage: { name: 'flow', paramsJson: '{"flow_token":"t","bairro":"Sé","id":7}' },
        },
      },
      { body: 'bairro: Sé\nid: 7' },
    ],
    [
      'an event that is cancelled',
      {
        eventMessage: {
          ...{ name: 'Feira', startTime: '1790000000', isCanceled: true, location: { name: 'Praça' } },
          joinLink: 'https://call.example/f',
        },
      },
      {
        parts: [
          { kind: 'note', of: 'cancelled' },
          {
            ...{ of: 'event', title: 'Feira' },
            rows: [
              { name: 'starts', value: '2026-09-21T14:13:20.000Z', as: 'time' },
              { name: 'place', value: 'Praça' },
              { name: 'link', value: 'https://call.example/f', as: 'link' },
            ],
          },
          { kind: 'more', of: [{ what: 'responses' }] },
        ],
      },
    ],
    [
      'a card of which only the name came',
      { contactMessage: { displayName: 'Zé da Horta' } },
      { mediaType: 'vcard', body: 'BEGIN:VCARD\nVERSION:3.0\nFN:Zé da Horta\nEND:VCARD' },
    ],
    [
      'a place that is nowhere on a map',
      { locationMessage: { degreesLatitude: 'NaN', degreesLongitude: 'Infinity', name: 'Ali' } },
      { mediaType: 'text', body: '📍 Ali' },
    ],
    [
      'a picture that nothing opens',
      { imageMessage: { caption: 'Veja', url: 'https://mmg.whatsapp.net/x' } },
      { mediaType: 'image', body: 'Veja', hint: { keyless: true } },
    ],
    [
      'whom it mentions, and a group by its name',
      context(
        {
          mentionedJid: ['1234567@lid'],
          groupMentions: [{ groupJid: '99@g.us', groupSubject: 'Obras' }],
        },
        '@1234567 no @99@g.us?',
      ),
      { body: '@1234567 no @Obras?', mentioned: ['1234567'] },
    ],
    [
      'after how long it vanishes',
      context({ expiration: 7_776_000 }),
      { body: 'Quanto custa?', vanishesIn: 7_776_000 },
    ],
    [
      'what is wrapped in whatever way',
      { botForwardedMessage: { message: { groupStatusMessageV2: { message: { conversation: 'Oi' } } } } },
      { body: 'Oi', parts: [{ kind: 'note', of: 'groupStatus' }, { kind: 'words' }] },
    ],
    [
      'what stands in a kind of which nobody has thought',
      { chat: { displayName: 'Suporte' } },
      { parts: [{ kind: 'card', of: 'details', rows: [{ label: 'display name', value: 'Suporte' }] }] },
    ],
  ])('is %s', (_, message, expected) => {
    expect(read(message)).toMatchObject({ kind: 'message', ...expected });
  });

  it('is said to be on the phone where the library does not know the kind', () => {
    // Field 1000 of a message, with a text in it.
    const unknown = Buffer.from([0xc2, 0x3e, 0x02, 0x4f, 0x69]);
    expect(readContent(baileys, unknown)).toMatchObject({
      mediaType: 'unsupported',
      parts: [{ kind: 'more', of: [{ what: 'newer' }] }],
    });
  });

  it('is taken along by an edit', () => {
    const key = { id: 'A1', fromMe: true };
    const editedMessage = context({ externalAdReply: ad }, 'Qual o preço?');
    expect(read({ protocolMessage: { type: 14, key, editedMessage } })).toMatchObject({
      ...{ kind: 'edit', body: 'Qual o preço?' },
      parts: [{ of: 'ad' }, { kind: 'words' }],
    });
  });

  it('names a chat’s timer', () => {
    const timer = { protocolMessage: { type: 'EPHEMERAL_SETTING', ephemeralExpiration: 86_400 } };
    expect(read(timer)).toEqual({ kind: 'timer', seconds: 86_400 });
  });
});
