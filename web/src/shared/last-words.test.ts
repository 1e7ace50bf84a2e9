import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { texts } from '../i18n/pt-BR/texts.ts';
import { ticketAt } from '../live/testing/tickets.ts';
import { lastWords, rowLabel } from './last-words.ts';

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': { translation: texts } } }));

it('tells who cannot see a row whose it is, what is unread and what was said last', () => {
  const ticket = ticketAt(1, 1, { lastMessage: 'E o *prazo*?', unreadMessages: 2 });
  expect(rowLabel('Carla', ticket, i18next.t)).toBe('Carla, 2 mensagens não lidas, E o prazo?');
  expect(rowLabel('Carla', { ...ticket, unreadMessages: 0 }, i18next.t)).toBe('Carla, E o prazo?');
});

it('names what has no words', () => {
  const nothing = ticketAt(1, 1, { lastMessage: '', lastMessageType: null });
  expect(lastWords(nothing, i18next.t)).toBe(texts.tickets.noMessage);
  const picture = ticketAt(1, 1, { lastMessage: '', lastMessageType: 'image' });
  expect(lastWords(picture, i18next.t)).toBe(texts.media.image);
});
