import type { InfiniteData } from '@tanstack/react-query';
import type { MessagesAnswer } from '#contracts/http.ts';
import type { MessageView } from '#contracts/views.ts';

export type MessagePages = InfiniteData<MessagesAnswer, string | null>;

/**
 * The messages of a conversation, oldest first, each once. The server's order stands: WhatsApp's time counts whole
 * seconds, and only the server knows what came first within one.
 */
export const conversationRows = (pages: Pick<MessagePages, 'pages'>): MessageView[] => {
  const rows = new Map<string, MessageView>();
  for (const page of pages.pages.toReversed()) {
    for (const message of page.messages) {
      const known = rows.get(message.id);
      if (!known || known.position <= message.position) rows.set(message.id, message);
    }
  }
  return [...rows.values()];
};

/**
 * Puts a message at its place, after all others of its time, or keeps the place it has; an older state of it changes
 * nothing.
 */
export const putMessage = (pages: MessagePages, message: MessageView): MessagePages => {
  const rows = conversationRows(pages);
  const known = rows.find(row => row.id === message.id);
  if (known && known.position > message.position) return pages;
  if (known?.createdAt === message.createdAt) {
    return withRows(
      pages,
      rows.map(row => (row.id === message.id ? message : row)),
    );
  }
  const hasMore = pages.pages.at(-1)?.hasMore ?? false;
  const isOlder = rows[0] !== undefined && message.createdAt < rows[0].createdAt;
  if (!known && hasMore && isOlder) return pages;
  const others = rows.filter(row => row.id !== message.id);
  const before = others.findLastIndex(row => row.createdAt <= message.createdAt);
  return withRows(pages, others.toSpliced(before + 1, 0, message));
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
