import type { proto, WAMessageContent } from '@whiskeysockets/baileys';
import type { MediaHint, MediaType } from '#domain/message/events.ts';
import type { Part } from '#domain/message/parts.ts';
import type { Baileys } from '../baileys.ts';
import type { RemoteFile } from '../media/remote-file.ts';
import { storableId } from '../storable.ts';

/** A message that another one is about. */
export type Target = {
  readonly id: string;
  /** Whether it was written by who writes about it; null when that is not said. */
  readonly own: boolean | null;
  /** Who wrote it, when that is said. */
  readonly author: string | null;
};

/** What one kind of content shows. */
export type Draft = {
  /** `text` where it is not said. */
  readonly mediaType?: MediaType | undefined;
  /** What the sender wrote; undefined where nobody wrote anything and the parts say it all. */
  readonly words?: string | undefined;
  /** What is drawn before the words, and what after them. */
  readonly above?: readonly Part[] | undefined;
  readonly below?: readonly Part[] | undefined;
  readonly file?: FoundFile | undefined;
  /** Texts that are left out on purpose. */
  readonly seen?: readonly string[] | undefined;
  /** The message it is about, where its context names none. */
  readonly about?: Target | undefined;
  readonly context?: proto.IContextInfo | null | undefined;
};

/** `remote` is missing where nothing came that opens the file. */
export type FoundFile = {
  readonly mediaType: MediaType;
  readonly remote: RemoteFile | undefined;
  readonly hint: MediaHint;
  /** What the message says of it. */
  readonly source: object;
  /** A small picture of it, for where it cannot be had. */
  readonly thumbnail?: Uint8Array | null | undefined;
};

export type Reader<Value> = (value: Value, reading: Reading) => Draft | undefined;

/** How a message within a message is read: the note of a payment, a comment, what is quoted. */
export type Reading = {
  readonly baileys: Baileys;
  readonly within: (message: WAMessageContent | null | undefined) => Draft;
};

export type Readers = {
  readonly [Kind in keyof proto.IMessage]?: Reader<NonNullable<proto.IMessage[Kind]>>;
};

export const targetOf = (key: proto.IMessageKey | null | undefined): Target | undefined =>
  key?.id ? { id: storableId(key.id), own: key.fromMe ?? null, author: key.participant || null } : undefined;

export const aboutOf = (key: proto.IMessageKey | null | undefined): Pick<Draft, 'about'> => {
  const about = targetOf(key);
  return about ? { about } : {};
};
