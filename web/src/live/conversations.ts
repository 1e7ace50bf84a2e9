import type { InfiniteData } from '@tanstack/react-query';
import type { MessagesAnswer } from '#contracts/http.ts';
import type { MessageView } from '#contracts/views.ts';

export type MessagePages = InfiniteData<MessagesAnswer, string | null>;

/** The messages of a conversation, oldest first, each once. */
export const conversationRows = (pages: Pick<MessagePages, 'pages'>): MessageView[] => {
  const rows = new Map<string, MessageView>();
  for (const page of pages.pages.toReversed()) {
    for (const message of page.messages) {
      const known = rows.get(message.id);
      if (!known || known.position <= message.position) rows.set(message.id, message);
    }
  }
  return [...rows.values()].sort(byTime);
};

/** WhatsApp's time first, then the order of arrival: ids grow with time where positions are equal. */
export const byTime = (a: MessageView, b: MessageView): number =>
  compare(a.createdAt, b.createdAt) || compare(a.id, b.id);

/** Puts a message at its place, replacing what stood under its id; an older state of it changes nothing. */
export const putMessage = (pages: MessagePages, message: MessageView): MessagePages => {
  const rows = conversationRows(pages);
  const known = rows.find(row => row.id === message.id);
  if (known && known.position > message.position) return pages;
  const oldest = rows[0];
  const hasMore = pages.pages.at(-1)?.hasMore ?? false;
  if (!known && hasMore && oldest && byTime(message, oldest) < 0) return pages;
  const others = rows.filter(row => row.id !== message.id);
  return withRows(pages, [...others, message].sort(byTime));
};

export const dropMessage = (pages: MessagePages, messageId: string): MessagePages => {
  const rows = conversationRows(pages);
  const others = rows.filter(row => row.id !== messageId);
  return others.length === rows.length ? pages : withRows(pages, others);
};

const withRows = (pages: MessagePages, rows: MessageView[]): MessagePages => ({
  ...pages,
  pages: pages.pages.map((page, index) => ({ ...page, messages: index === 0 ? rows : [] })),
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
