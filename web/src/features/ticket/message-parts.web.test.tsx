import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type MessageView, messageView, type TicketView } from '#contracts/views.ts';
import type { Part } from '#domain/message/parts.ts';
import { messageOf } from '../../live/testing/messages.ts';
import { ticketAt } from '../../live/testing/tickets.ts';
import { fakeNetwork } from '../../testing/network.ts';
import { stage, uuid } from '../../testing/stage.tsx';
import { ChatTimer } from './chat-timer.tsx';
import { MessageBubble } from './message-bubble.tsx';

/** As the server answers it. */
const shown = async (change: Partial<MessageView>) => {
  const message = messageView.parse({
    ...messageOf({ id: uuid(1), ...change }),
    ...{ ticketId: uuid(2), contactId: uuid(3) },
  });
  const { id: key, createdAt: at, fromMe } = message;
  const bubble = { kind: 'message', message, key, at, fromMe, day: '', first: true, last: true } as const;
  await stage(fakeNetwork(), <MessageBubble bubble={bubble} showSender />);
  return page.getByTestId(`message-${key}`);
};
const words: Part = { kind: 'words' };
const tiny = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQ==';

it.each<[string, Partial<MessageView>, readonly string[]]>([
  [
    'an ad with the words that answer it',
    {
      body: 'Quero saber mais',
      parts: [
        {
          kind: 'card',
          of: 'ad',
          title: 'Óculos de sol',
          text: 'Até sexta',
          link: 'https://anuncio.example/1',
        },
        words,
      ],
    },
    ['Anúncio', 'Óculos de sol', 'Até sexta', 'https://anuncio.example/1', 'Quero saber mais'],
  ],
  [
    'a quote of a status',
    {
      body: 'Quanto custa?',
      parts: [
        {
          kind: 'quote',
          of: 'status',
          fromMe: true,
          text: 'Vestido verde',
          mediaType: 'image',
          picture: tiny,
        },
        words,
      ],
    },
    ['Seu status', 'Vestido verde', 'Quanto custa?'],
  ],
  [
    'a quote of an older message',
    {
      body: 'Sobre isto',
      parts: [
        { kind: 'quote', of: 'message', fromMe: true, text: 'Seu pedido saiu', mediaType: 'text' },
        words,
      ],
    },
    ['Você', 'Seu pedido saiu', 'Sobre isto'],
  ],
  [
    'an order',
    {
      body: '🛒 Entrega hoje',
      parts: [
        {
          ...{ kind: 'card', of: 'order', text: 'Entrega hoje' },
          rows: [
            { name: 'number', value: '998' },
            { name: 'items', value: '3' },
            { name: 'total', value: '150', as: 'money', currency: 'BRL' },
          ],
        },
      ],
    },
    ['Pedido', 'Entrega hoje', 'Número', '998', 'Itens', '3', 'Total', 'R$ 150,00'],
  ],
  [
    'a product',
    {
      parts: [
        {
          ...{
            kind: 'card',
            of: 'product',
            title: 'Tênis 42',
            link: 'https://loja.example/t42',
            picture: tiny,
          },
          rows: [{ name: 'price', value: '199', as: 'money', currency: 'BRL' }],
        },
      ],
    },
    ['Produto', 'Tênis 42', 'Preço', 'R$ 199,00', 'https://loja.example/t42'],
  ],
  [
    'a list with its options',
    {
      parts: [
        { kind: 'text', style: 'title', text: 'Menu' },
        { kind: 'text', style: 'text', text: 'Escolha' },
        { kind: 'buttons', buttons: [{ label: 'Ver' }] },
        {
          ...{ kind: 'card', of: 'options', title: 'Planos' },
          rows: [
            { label: 'Básico', value: 'R$ 10' },
            { label: 'Pro', value: '' },
          ],
        },
      ],
    },
    ['Menu', 'Escolha', 'Ver', 'Planos', 'Básico', 'R$ 10', 'Pro'],
  ],
  [
    'a poll',
    {
      parts: [
        { kind: 'card', of: 'poll', title: 'Quando?', rows: [{ label: 'Já', value: '' }] },
        { kind: 'more', of: [{ what: 'votes', count: 1 }] },
      ],
    },
    ['Enquete', 'Quando?', 'Já', 'Há mais no celular: os votos'],
  ],
  [
    'an event',
    {
      parts: [
        {
          ...{ kind: 'card', of: 'event', title: 'Reunião' },
          rows: [
            { name: 'starts', value: '2026-09-21T14:13:20.000Z', as: 'time' },
            { name: 'place', value: 'Rua A, 10' },
          ],
        },
      ],
    },
    ['Evento', 'Reunião', 'Início', '21/09/2026, 11:13', 'Local', 'Rua A, 10'],
  ],
  [
    'a carousel, of which the files are on the phone',
    {
      parts: [
        {
          kind: 'card',
          of: 'item',
          title: 'Um',
          picture: tiny,
          buttons: [{ label: 'Ver', link: 'https://a.example' }],
        },
        { kind: 'more', of: [{ what: 'image', count: 2 }] },
      ],
    },
    ['Um', 'Ver', 'Há mais no celular: 2 imagens'],
  ],
  [
    'a kind of message that only phones know',
    { mediaType: 'unsupported', parts: [{ kind: 'more', of: [{ what: 'newer', count: 1 }] }] },
    ['Há mais no celular: um tipo novo de mensagem'],
  ],
])('shows %s', async (_, change, texts) => {
  const bubble = await shown({ body: '', ...change });
  for (const text of texts) await expect.element(bubble).toHaveTextContent(text);
});

it('draws the plain text of what has no words only once', async () => {
  const parts: Part[] = [{ kind: 'card', of: 'order', text: 'Entrega hoje' }];
  const bubble = await shown({ body: '🛒 Entrega hoje', parts });
  await expect.element(bubble).not.toHaveTextContent('🛒');
});

it('leads to addresses of the web alone', async () => {
  const buttons = [
    { label: 'Comprar', link: 'https://loja.example/x' },
    { label: 'Perigo', link: 'javascript:alert(1)' },
  ];
  const bubble = await shown({ parts: [{ kind: 'buttons', buttons }] });
  const link = bubble.getByRole('link');
  await expect.element(link).toHaveAttribute('href', 'https://loja.example/x');
  expect(link.elements()).toHaveLength(1);
});

it('has a Pix key copied', async () => {
  const rows = [{ name: 'key' as const, value: 'chave@mail.example', as: 'code' as const }];
  const bubble = await shown({ parts: [{ kind: 'card', of: 'pix', title: 'Loja', rows }] });
  await expect.element(bubble).toHaveTextContent('chave@mail.example');
  await userEvent.click(bubble.getByRole('button', { name: 'Copiar Chave' }));
  await expect.element(bubble.getByRole('button', { name: 'Copiar Chave' })).toHaveTextContent('Copiado');
});

it('says of a file that nothing opens what to do, and offers nothing that leads nowhere', async () => {
  const media = {
    ...{ state: 'failed' as const, reason: 'no-key', mime: null, size: null, seconds: null },
    ...{ width: null, height: null, voice: false, sticker: false, thumbnailUrl: null },
  };
  const bubble = await shown({ body: '', mediaType: 'image', media });
  await expect.element(bubble).toHaveTextContent('Veja no celular ou peça que enviem de novo');
  expect(bubble.getByRole('button', { name: 'Tentar de novo' }).elements()).toEqual([]);
});

it('says of a message that was edited elsewhere that its new words are on the phone', async () => {
  const bubble = await shown({ body: 'Às dez', isEdited: true, editUnread: true });
  await expect.element(bubble).toHaveTextContent('Alterada no celular: o texto novo só está lá.');
});

it('waits for what could not be read for a day at most', async () => {
  const waiting = { body: '', mediaType: 'unavailable' as const };
  const bubble = await shown({ ...waiting, createdAt: new Date().toISOString() });
  await expect.element(bubble).toHaveTextContent('Aguardando mensagem');
});

it('gives up what could not be read after a day', async () => {
  const bubble = await shown({ body: '', mediaType: 'unavailable', createdAt: '2026-01-05T12:00:00.000Z' });
  await expect.element(bubble).toHaveTextContent('Esta mensagem não pôde ser lida aqui');
});

it.each<[number | null, string]>([
  [86_400, '24 horas'],
  [604_800, '7 dias'],
  [7_776_000, '90 dias'],
])('says after how long a chat of %s seconds vanishes', async (vanishesIn, time) => {
  const ticket: TicketView = { ...ticketAt(1, 1), vanishesIn };
  await stage(fakeNetwork(), <ChatTimer ticket={ticket} />);
  await expect.element(page.getByRole('note')).toHaveAccessibleName(`Mensagens temporárias: ${time}`);
});
