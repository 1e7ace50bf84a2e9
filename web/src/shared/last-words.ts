import type { TFunction } from 'i18next';
import type { TicketView } from '#contracts/views.ts';
import { spokenWords } from './spoken-words.ts';

type Last = Pick<TicketView, 'lastMessage' | 'lastMessageType' | 'lastMessageFromMe'>;

/** What was said last in a ticket, or what it was where it has no words. */
export const lastWords = (
  { lastMessage: body, lastMessageType: mediaType, lastMessageFromMe: fromMe }: Last,
  t: TFunction,
): string => {
  const isMedia = mediaType !== null && mediaType !== 'text';
  return (
    spokenWords({ body, fromMe, mediaType }) || (isMedia ? t(`media.${mediaType}`) : t('tickets.noMessage'))
  );
};

/** A row for who cannot see it: whose it is, how much is unread, and what was said last. */
export const rowLabel = (
  name: string,
  ticket: Last & Pick<TicketView, 'unreadMessages'>,
  t: TFunction,
): string => {
  const { unreadMessages: count } = ticket;
  return [name, count > 0 && t('tickets.unread', { count }), lastWords(ticket, t)].filter(Boolean).join(', ');
};
