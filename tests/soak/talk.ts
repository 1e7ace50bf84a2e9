import { textOf } from '../bench/words.ts';

export const directions = ['in', 'out'] as const;
export type Direction = (typeof directions)[number];

/** A conversation of the company with a contact or a group, and what was written in it, each message by its number. */
export type Chat = {
  readonly name: string;
  readonly ticketId: string;
  /** The contact, or those of the group who write. */
  readonly people: readonly string[];
  /** Of a group. */
  readonly group: string | undefined;
  readonly wrote: Readonly<Record<Direction, number[]>>;
};

/** The text of message `n`, by which it is known again everywhere. */
export const textOfMessage = (direction: Direction, n: number): string => `${direction} ${n}: ${textOf(n)}`;

const pattern = /^(in|out) (\d+): /;

/** Which message this is; undefined for what is none of ours. */
export const messageIn = (
  text: string,
): { readonly direction: Direction; readonly n: number } | undefined => {
  const [, direction, n] = pattern.exec(text) ?? [];
  return direction === 'in' || direction === 'out' ? { direction, n: Number(n) } : undefined;
};

export const wroteInAll = (chats: readonly Chat[], direction: Direction): number =>
  chats.reduce((sum, chat) => sum + chat.wrote[direction].length, 0);
