import type { z } from 'zod';
import type { MessageEvent } from '#domain/message/events.ts';
import { longestBody, type messagePart } from '#domain/webhook/payloads.ts';

type MessagePart = z.output<typeof messagePart>;

/** What outside is told of a message, as it is now. */
export type MessageFacts = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly fromMe: boolean;
  /** Null too where its person was erased. */
  readonly externalId: string | null;
  readonly message: MessagePart;
};

/** Folds the stream of a message; undefined where its beginning is missing. Empty where people were erased. */
export const messageFacts = (events: readonly MessageEvent[]): MessageFacts | undefined =>
  events.reduce<MessageFacts | undefined>(evolve, undefined);

const evolve = (facts: MessageFacts | undefined, event: MessageEvent): MessageFacts | undefined => {
  if (event.type === 'MessageReceived' || event.type === 'MessageQueued') return begun(event);
  if (!facts) return facts;
  const { message } = facts;
  switch (event.type) {
    case 'MessageMoved':
      return { ...facts, ticketId: event.data.ticketId };
    case 'MessageContentRecovered': {
      const { body, mediaType, quotedMessageId, mediaHint } = event.data;
      const content = { ...cut(body), mediaType, quotedMessageId, media: mediaOf(mediaHint) };
      return { ...facts, message: { ...message, ...content } };
    }
    case 'MessageMediaStored':
      return { ...facts, message: { ...message, media: mediaOf(event.data.media) } };
    case 'MessageEdited':
      return { ...facts, message: { ...message, ...cut(event.data.body) } };
    case 'MessageDeleted':
      return { ...facts, message: { ...message, ...cut(''), media: null } };
    default:
      return facts;
  }
};

const begun = (event: Extract<MessageEvent, { type: 'MessageReceived' | 'MessageQueued' }>): MessageFacts => {
  const { ticketId, contactId, connectionId, body, mediaType, quotedMessageId, sentAt } = event.data;
  const isQueued = event.type === 'MessageQueued';
  const media = isQueued ? mediaOf(event.data.media) : mediaOf(event.data.mediaHint);
  const senderName = isQueued ? null : event.data.senderName;
  return {
    ...{ ticketId, contactId, connectionId, fromMe: isQueued || event.data.waKey.fromMe },
    externalId: (isQueued && event.data.externalId) || null,
    message: { ...cut(body), mediaType, media, quotedMessageId, senderName, sentAt },
  };
};

type File = { readonly name: string | null; readonly size: number | null; readonly mime?: string };
const mediaOf = (file: File | null | undefined): MessagePart['media'] =>
  file ? { name: cutTo(file.name ?? '', 200) || null, mime: file.mime ?? null, size: file.size } : null;

const cut = (body: string): Pick<MessagePart, 'body' | 'bodyTruncated'> => {
  const kept = cutTo(body, longestBody);
  return { body: kept, bodyTruncated: kept.length < body.length };
};

/** Leaves no half of a character behind. */
const cutTo = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
