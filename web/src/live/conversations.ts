import type { MessagesAnswer } from '#contracts/http.ts';
import type { MessageView } from '#contracts/views.ts';

/** The part of a conversation that a screen has: without gaps, and with what leads further on both sides. */
export type Conversation = {
  /**
   * Oldest first, each once. The server's order stands: WhatsApp's time counts whole seconds, and only the server
   * knows what came first within one.
   */
  readonly messages: readonly MessageView[];
  /** Null when there is nothing older. */
  readonly olderCursor: string | null;
  /** Null when the last of `messages` is the newest there is. */
  readonly newerCursor: string | null;
  /** Ids of contacts' messages that have come since and lie behind the last of `messages`. */
  readonly missed: readonly string[];
};

export const conversationOf = (page: MessagesAnswer): Conversation => ({
  messages: page.messages,
  olderCursor: page.nextCursor,
  newerCursor: page.newerCursor,
  missed: [],
});

/** Puts an older page before what there is. A page that was asked from another place is not one of this conversation. */
export const withOlder = (known: Conversation, page: MessagesAnswer, cursor: string): Conversation => {
  if (known.olderCursor !== cursor) return known;
  const messages = [...without(page.messages, known.messages), ...known.messages];
  return { ...known, messages, olderCursor: page.nextCursor };
};

/** Puts a newer page behind what there is; likewise. */
export const withNewer = (known: Conversation, page: MessagesAnswer, cursor: string): Conversation => {
  if (known.newerCursor !== cursor) return known;
  const more = without(page.messages, known.messages);
  const shown = new Set(more.map(({ id }) => id));
  const missed = page.newerCursor === null ? [] : known.missed.filter(id => !shown.has(id));
  return { ...known, messages: [...known.messages, ...more], newerCursor: page.newerCursor, missed };
};

export type HeardMessage = {
  readonly message: MessageView;
  /** It came just now; else something became of one that was there. */
  readonly isNew: boolean;
};

/**
 * Puts a message at its place, after all others of its time, or keeps the place it has; an older state of it changes
 * nothing. What lies outside of the loaded part is left to the pages that will be loaded.
 */
export const putMessage = (known: Conversation, { message, isNew }: HeardMessage): Conversation => {
  const { messages } = known;
  const index = messages.findLastIndex(({ id }) => id === message.id);
  const before = messages[index];
  if (before && before.position > message.position) return known;
  if (before?.createdAt === message.createdAt) return { ...known, messages: messages.with(index, message) };
  if (!before && isOutside(known, message)) {
    const isMissed =
      isNew && !message.fromMe && isBehind(known, message) && !known.missed.includes(message.id);
    return isMissed ? { ...known, missed: [...known.missed, message.id] } : known;
  }
  const others = before ? messages.toSpliced(index, 1) : messages;
  const place = others.findLastIndex(({ createdAt }) => createdAt <= message.createdAt);
  return { ...known, messages: others.toSpliced(place + 1, 0, message) };
};

export const dropMessage = (known: Conversation, messageId: string): Conversation => {
  const messages = known.messages.filter(({ id }) => id !== messageId);
  return messages.length === known.messages.length ? known : { ...known, messages };
};

const isOutside = (known: Conversation, message: MessageView): boolean => {
  const [oldest] = known.messages;
  if (oldest && known.olderCursor !== null && message.createdAt < oldest.createdAt) return true;
  return isBehind(known, message);
};

const isBehind = ({ messages, newerCursor }: Conversation, { createdAt }: MessageView): boolean => {
  const newest = messages.at(-1);
  return newerCursor !== null && newest !== undefined && createdAt >= newest.createdAt;
};

const without = (more: readonly MessageView[], known: readonly MessageView[]): readonly MessageView[] => {
  const ids = new Set(known.map(({ id }) => id));
  return more.filter(({ id }) => !ids.has(id));
};
