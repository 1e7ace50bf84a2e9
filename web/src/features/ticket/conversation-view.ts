import type { MessageView } from '#contracts/views.ts';
import { dayOf as dayIn } from '#domain/shared/calendar.ts';
import type { OutboxItem } from '../../live/outbox/outbox.ts';
import { companyZone } from '../../shared/company-zone.ts';

const groupWithinMs = 3 * 60_000;

export type ShownMessage =
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'outbox'; readonly item: OutboxItem };

export type Bubble = ShownMessage & {
  readonly key: string;
  /** The day it belongs to. */
  readonly day: string;
  readonly at: string;
  readonly fromMe: boolean;
  /** First and last of a group: the same sender within three minutes. */
  readonly first: boolean;
  readonly last: boolean;
};

/** A row of the conversation: what opens a day, or a bubble. */
export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly day: string; readonly at: string }
  | Bubble;

/** A conversation as it is drawn: each day opens with its row, bubbles know their neighbours, what is on its way comes last. */
export const conversationRows = (
  messages: readonly MessageView[],
  outbox: readonly OutboxItem[],
): readonly Row[] => {
  const plain = [...messages.map(fromServer), ...unclaimed(messages, outbox).map(onItsWay)];
  return plain.flatMap((entry, index): Row[] => {
    const before = plain[index - 1];
    const bubble = {
      ...entry,
      first: !together(before, entry),
      last: !together(entry, plain[index + 1]),
    };
    const { day, at } = entry;
    return before?.day === day
      ? [bubble]
      : [{ kind: 'day', key: `day ${day} ${entry.key}`, day, at }, bubble];
  });
};

/** How many messages of contacts have come behind the one that was seen last. */
export const countNews = (messages: readonly MessageView[], lastSeenId: string | undefined): number => {
  const seen = messages.findLastIndex(({ id }) => id === lastSeenId);
  return seen === -1 ? 0 : messages.slice(seen + 1).filter(({ fromMe }) => !fromMe).length;
};

type Entry = Omit<Bubble, 'first' | 'last'> & ShownMessage & { readonly sender: string };

const fromServer = (message: MessageView): Entry => ({
  kind: 'message',
  message,
  key: message.id,
  day: dayOf(message.createdAt),
  at: message.createdAt,
  fromMe: message.fromMe,
  sender: message.fromMe ? 'me' : (message.senderName ?? ''),
});

const onItsWay = (item: OutboxItem): Entry => ({
  kind: 'outbox',
  item,
  // The row stays what it is when the message itself comes.
  key: item.messageId,
  day: dayOf(item.at),
  at: item.at,
  fromMe: true,
  sender: 'me',
});

/** What is on its way and the server does not show yet: its frame may overtake its answer. */
const unclaimed = (
  messages: readonly MessageView[],
  outbox: readonly OutboxItem[],
): readonly OutboxItem[] => {
  if (outbox.length === 0) return outbox;
  const shown = new Set(messages.map(({ id }) => id));
  return outbox.filter(({ messageId }) => !shown.has(messageId));
};

const together = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.fromMe === b.fromMe &&
  a.sender === b.sender &&
  a.day === b.day &&
  Date.parse(b.at) - Date.parse(a.at) < groupWithinMs;

const dayOf = (iso: string): string => dayIn(new Date(iso), companyZone());
