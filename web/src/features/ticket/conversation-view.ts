import type { MessageView } from '#contracts/views.ts';
import type { OutboxItem } from './outbox.ts';

const groupWithinMs = 3 * 60_000;

export type ShownMessage =
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'outbox'; readonly item: OutboxItem };

export type Bubble = ShownMessage & {
  readonly key: string;
  readonly at: string;
  readonly fromMe: boolean;
  /** First and last of a group: the same sender within three minutes. */
  readonly first: boolean;
  readonly last: boolean;
};

export type Day = { readonly key: string; readonly at: string; readonly bubbles: readonly Bubble[] };

/** A conversation as it is drawn: days, and in them bubbles that know their neighbours. Texts on their way come last. */
export const conversationDays = (
  messages: readonly MessageView[],
  outbox: readonly OutboxItem[],
): readonly Day[] => {
  const plain = [...messages.map(fromServer), ...unclaimed(messages, outbox).map(onItsWay)];
  const days = new Map<string, Bubble[]>();
  for (const [index, entry] of plain.entries()) {
    const bubble = {
      ...entry,
      first: !together(plain[index - 1], entry),
      last: !together(entry, plain[index + 1]),
    };
    const day = dayKey(entry.at);
    days.set(day, [...(days.get(day) ?? []), bubble]);
  }
  return [...days].map(([key, bubbles]) => ({ key, at: bubbles[0]?.at ?? key, bubbles }));
};

type Entry = Omit<Bubble, 'first' | 'last'> & ShownMessage & { readonly sender: string };

const fromServer = (message: MessageView): Entry => ({
  kind: 'message',
  message,
  key: message.id,
  at: message.createdAt,
  fromMe: message.fromMe,
  sender: message.fromMe ? 'me' : (message.senderName ?? ''),
});

const onItsWay = (item: OutboxItem): Entry => ({
  kind: 'outbox',
  item,
  key: item.commandId,
  at: item.at,
  fromMe: true,
  sender: 'me',
});

/**
 * Texts on their way that the server does not show yet. When the frame overtakes the answer, the message itself
 * stands for the text: each such message claims one.
 */
const unclaimed = (messages: readonly MessageView[], outbox: readonly OutboxItem[]): OutboxItem[] => {
  const claimed = new Set<string>();
  return outbox.filter(item => {
    if (item.failure !== null) return true;
    const claim = messages.find(
      message =>
        message.id === item.commandId ||
        (message.fromMe &&
          !claimed.has(message.id) &&
          message.body === item.body &&
          Date.parse(message.createdAt) >= Date.parse(item.at) - 2_000),
    );
    if (claim) claimed.add(claim.id);
    return !claim;
  });
};

const together = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.fromMe === b.fromMe &&
  a.sender === b.sender &&
  dayKey(a.at) === dayKey(b.at) &&
  Date.parse(b.at) - Date.parse(a.at) < groupWithinMs;

const dayKey = (iso: string): string => {
  const date = new Date(iso);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
};
