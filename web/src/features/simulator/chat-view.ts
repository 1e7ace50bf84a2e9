import { dayOf } from '#domain/shared/calendar.ts';
import { readCards } from '#domain/shared/vcard.ts';
import { companyZone } from '../../shared/company-zone.ts';
import type { SimulatedChat, SimulatedMessage } from './simulator-api.ts';

export type ChatBubble = {
  readonly message: SimulatedMessage;
  /** The first of several that one person wrote within a few minutes. */
  readonly first: boolean;
};
export type ChatDay = {
  readonly key: string;
  /** Milliseconds since 1970, of the day's first message. */
  readonly at: number;
  readonly bubbles: readonly ChatBubble[];
};

const togetherMs = 180_000;

/** A chat by days, and within them by who wrote. */
export const chatDays = (messages: readonly SimulatedMessage[]): ChatDay[] => {
  const days: { key: string; at: number; bubbles: ChatBubble[] }[] = [];
  let before: SimulatedMessage | undefined;
  for (const message of messages) {
    const key = dayOf(new Date(message.at), companyZone());
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, at: message.at, bubbles: [] };
      days.push(day);
      before = undefined;
    }
    const together = before?.from === message.from && message.at - before.at < togetherMs;
    day.bubbles.push({ message, first: !together });
    before = message;
  }
  return days;
};

/** Who can be written to: a number or a group. */
export type Partner = {
  readonly chat: string;
  readonly name: string;
  readonly picture?: string | undefined;
  readonly group: boolean;
};
export type ChatRow = Partner & {
  readonly unread: number;
  readonly last: SimulatedMessage | undefined;
};

/** The list of chats: those with messages first, the newest on top, then everybody else by name. */
export const chatRows = (partners: readonly Partner[], chats: readonly SimulatedChat[]): ChatRow[] => {
  const place = new Map(chats.map((chat, index) => [chat.chat, { ...chat, index }]));
  const rank = (row: Partner): number => place.get(row.chat)?.index ?? Number.POSITIVE_INFINITY;
  return partners
    .map(partner => {
      const chat = place.get(partner.chat);
      return { ...partner, unread: chat?.unread ?? 0, last: chat?.last };
    })
    .sort((one, other) => {
      const [a, b] = [rank(one), rank(other)];
      return a === b ? one.name.localeCompare(other.name, undefined, { numeric: true }) : a - b;
    });
};

/** The first telephone number that a contact card names. */
export const numberOfCard = (vcard: string): string | undefined => readCards(vcard)[0]?.numbers[0]?.digits;

/** A contact card as phones write it. */
export const cardOf = (name: string, number: string): { name: string; vcard: string } => ({
  name,
  vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${number}:+${number}\nEND:VCARD`,
});
