import type { z } from 'zod';
import type { Media, MessageEvent } from '#domain/message/events.ts';
import { type FileState, fileToCome } from '#domain/message/message.ts';
import { sentAtAfter } from '#domain/message/outside.ts';
import { editedParts, type Part, withoutPictures } from '#domain/message/parts.ts';
import { mediaPathOf, type messagePart } from '#domain/webhook/payloads.ts';

type MessagePart = Omit<z.output<typeof messagePart>, 'bodyTruncated'>;

/** Whether a message has a file, and under which hash it is kept. */
export type MessageFile =
  | { readonly state: 'stored'; readonly hash: string }
  | { readonly state: Exclude<FileState, 'stored'> };

/** What outside is told of a message, as it is now. */
export type MessageFacts = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly fromMe: boolean;
  /** Null too where its person was erased. */
  readonly externalId: string | null;
  /** With its whole text. */
  readonly message: MessagePart;
  readonly file: MessageFile;
  readonly isDeleted: boolean;
};

type DatedEvent = MessageEvent & { readonly metadata: { readonly at: string } };

/** Folds the stream of a message; undefined where its beginning is missing. Empty where people were erased. */
export const messageFacts = (events: readonly DatedEvent[]): MessageFacts | undefined =>
  events.reduce<MessageFacts | undefined>(evolve, undefined);

/** As they are once the keys of its people are destroyed. */
export const asErased = (facts: MessageFacts): MessageFacts => ({
  ...facts,
  externalId: null,
  message: { ...withoutParts(facts.message), body: '', media: null, senderName: null },
  file: { state: 'none' },
});

const evolve = (before: MessageFacts | undefined, event: DatedEvent): MessageFacts | undefined => {
  if (event.type === 'MessageReceived' || event.type === 'MessageQueued') return begun(event);
  if (!before) return before;
  const facts = sentBy(before, event);
  if (event.type === 'MessageMoved') return { ...facts, ticketId: event.data.ticketId };
  // What comes late of a message that was deleted gives it nothing back.
  if (facts.isDeleted) return facts;
  const { message } = facts;
  switch (event.type) {
    case 'MessageContentRecovered': {
      const { body, parts, mediaType, quotedMessageId, mediaHint } = event.data;
      const content = { body, ...partsOf(parts), mediaType, quotedMessageId, media: mediaOf(mediaHint) };
      const next = { ...withoutParts(message), ...content };
      return { ...facts, message: next, file: { state: fileToCome(event.data).file } };
    }
    case 'MessageMediaStored': {
      const { media, messageId } = event.data;
      return { ...facts, message: { ...message, media: storedOf(media, messageId) }, file: fileOf(media) };
    }
    case 'MessageMediaFailed':
      return { ...facts, file: { state: 'failed' } };
    case 'MessageMediaRequested':
      return { ...facts, file: { state: 'waiting' } };
    case 'MessageEdited':
      return {
        ...facts,
        message: {
          ...withoutParts(message),
          body: event.data.body,
          ...partsOf(editedParts(message.parts, event.data.parts)),
        },
      };
    case 'MessageDeleted': {
      const empty = { ...withoutParts(message), body: '', media: null };
      return { ...facts, message: empty, file: { state: 'none' }, isDeleted: true };
    }
    default:
      return facts;
  }
};

/** Only of what was sent from here it is not known at once. */
const sentBy = (facts: MessageFacts, event: DatedEvent): MessageFacts => {
  if (facts.message.queuedAt === null) return facts;
  const sentAt = sentAtAfter(facts.message.sentAt, event, new Date(event.metadata.at).toISOString());
  return sentAt === facts.message.sentAt ? facts : { ...facts, message: { ...facts.message, sentAt } };
};

type Beginning = Extract<DatedEvent, { type: 'MessageReceived' | 'MessageQueued' }>;

const begun = (event: Beginning): MessageFacts => {
  const { ticketId, contactId, connectionId, body, mediaType, quotedMessageId } = event.data;
  const place = { ticketId, contactId, connectionId };
  const written = { body, mediaType, quotedMessageId };
  if (event.type === 'MessageQueued') {
    const { media, messageId, externalId } = event.data;
    const queuedAt = new Date(event.metadata.at).toISOString();
    return {
      ...{ ...place, fromMe: true, externalId: externalId || null, isDeleted: false },
      message: { ...written, media: storedOf(media, messageId), senderName: null, queuedAt, sentAt: null },
      file: fileOf(media),
    };
  }
  const { mediaHint, senderName, waKey, parts } = event.data;
  return {
    ...{ ...place, fromMe: waKey.fromMe, externalId: null, isDeleted: false },
    message: {
      ...{ ...written, ...partsOf(parts), media: mediaOf(mediaHint), senderName },
      ...{ queuedAt: null, sentAt: new Date(event.data.sentAt).toISOString() },
    },
    file: { state: fileToCome(event.data).file },
  };
};

const fileOf = (media: Media | null | undefined): MessageFile =>
  media ? { state: 'stored', hash: media.hash } : { state: 'none' };

type File = { readonly name: string | null; readonly size: number | null; readonly mime?: string };
const mediaOf = (file: File | null | undefined, path: string | null = null): MessagePart['media'] =>
  file ? { name: cutTo(file.name ?? '', 200) || null, mime: file.mime ?? null, size: file.size, path } : null;
const storedOf = (media: Media | null | undefined, messageId: string): MessagePart['media'] =>
  mediaOf(media, mediaPathOf(messageId));

/** Leaves no half of a character behind. */
export const cutTo = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');

/** Pictures are for screens: programs get what is said. */
const partsOf = (parts: readonly Part[] | null | undefined): Pick<MessagePart, 'parts'> =>
  parts && parts.length > 0 ? { parts: [...withoutPictures(parts)] } : {};

const withoutParts = ({ parts: _, ...message }: MessagePart): MessagePart => message;
