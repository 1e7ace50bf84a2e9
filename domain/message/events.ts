import { z } from 'zod';
import { type EventsOf, id, isoDate, personal } from '../shared/event.ts';
import { automaticKinds } from './automatic.ts';
import { partSchema } from './parts.ts';

/** Specification, core, section 3, plus plain text. */
export const mediaTypes = [
  'text',
  'image',
  'audio',
  'video',
  'application',
  'locationMessage',
  'vcard',
  'contactMessage',
  'call_log',
  'unavailable',
  'view_once',
  'unsupported',
] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The key WhatsApp knows a message by. Jids are the ones the message travelled under. */
export const waKeySchema = z.object({
  id: z.string(),
  remoteJid: personal(z.string()),
  fromMe: z.boolean(),
  participant: personal(z.string()).nullable(),
});
export type WaKey = z.output<typeof waKeySchema>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const described = z.object({
  name: z.string().nullable(),
  size: z.number().int().nullable(),
  seconds: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Recorded on the spot, not a file of sound. */
  voice: z.boolean(),
  sticker: z.boolean(),
});

/** What a message says of its file before anybody has it. Size in bytes, as all of these the sender's word. */
export const mediaHintSchema = described.extend({
  /** Nothing came that opens it: it is to be had on the phone alone. */
  keyless: z.boolean().optional(),
});
export type MediaHint = z.output<typeof mediaHintSchema>;

/** A file of a message: its bytes are stored under `hash`, the SHA-256 of them. `mime` is told by the bytes. */
export const mediaSchema = described.extend({
  hash,
  mime: z.string(),
  size: z.number().int(),
  thumbnail: hash.nullable(),
});
export type Media = z.output<typeof mediaSchema>;

const content = {
  body: personal(z.string()),
  mediaType: z.enum(mediaTypes),
  quotedMessageId: id.nullable(),
};

/** Who stands in a text as `@` and `token`. `personId` is who wrote under that name in a group before. */
const mentionSchema = z.object({ token: z.string(), personId: id.nullable(), me: z.boolean() });
export type Mention = z.output<typeof mentionSchema>;

/** What it shows beside its words, and whom it names. */
const shown = {
  parts: personal(z.array(partSchema)).nullable().optional(),
  mentions: personal(z.array(mentionSchema)).nullable().optional(),
};

const place = { messageId: id, ticketId: id, contactId: id, connectionId: id };

/** `changeId` is there when somebody of the company asked for it here; on a phone there is no asking. */
const change = { messageId: id, changeId: id.optional() };
/** `waId` is the id of every try. */
const request = { messageId: id, changeId: id, connectionId: id, waId: z.string(), userId: id.nullable() };

export const messageEvents = {
  /** A contact wrote, or the company's own phone did (`fromMe`). `sentAt` is WhatsApp's time. */
  MessageReceived: z.object({
    ...place,
    ...content,
    ...shown,
    waKey: waKeySchema,
    sentAt: isoDate,
    senderName: personal(z.string()).nullable(),
    /** The other name of the member who wrote it in a group: the number's jid where the key has the LID's. */
    participantAlt: personal(z.string()).nullable().optional(),
    /** MessageMediaStored or MessageMediaFailed follows with its file, unless nothing opens that. */
    mediaHint: personal(mediaHintSchema).nullable().optional(),
    /** The phone told of it afterwards: it was read there, and its file is got when somebody asks for it. */
    history: z.boolean().optional(),
    /** It answers what its closed ticket asked, or says thanks for it: it stands there, and opens no other. */
    answers: z.enum(['rating', 'rating-reason', 'thanks']).optional(),
  }),
  /** An attendant, a token or a policy wants this sent. `waId` is the id of every try. */
  MessageQueued: z.object({
    ...place,
    ...content,
    waId: z.string(),
    userId: id.nullable(),
    sentAt: isoDate,
    media: personal(mediaSchema).nullable().optional(),
    /** One of many of the same kind: sent at the connection's pace, behind what people write. */
    mass: z.boolean().optional(),
    /** What it says, where nobody wrote it. */
    automatic: z.enum(automaticKinds).optional(),
    /** What a program outside calls it; it need not be unique. */
    externalId: personal(z.string()).nullable().optional(),
  }),
  /** It may have gone out, or not: WhatsApp has not said yet, and it is sent again under its id. */
  MessageUnconfirmed: z.object({ messageId: id }),
  /** Somebody wants a failed message sent again, under its id. */
  MessageRetried: z.object({ messageId: id, connectionId: id, userId: id.nullable() }),
  MessageSent: z.object({ messageId: id, waKey: waKeySchema }),
  MessageDelivered: z.object({ messageId: id }),
  MessageRead: z.object({ messageId: id }),
  MessagePlayed: z.object({ messageId: id }),
  MessageFailed: z.object({ messageId: id, reason: z.string() }),
  /** Its ticket was closed in the same moment: it stands in the ticket opened instead. */
  MessageMoved: z.object({ messageId: id, ticketId: id }),
  /** A message that could not be decrypted at first came again, readable. */
  MessageContentRecovered: z.object({
    messageId: id,
    ...content,
    ...shown,
    mediaHint: personal(mediaHintSchema).nullable().optional(),
  }),
  /** The file of a received message is here; null once its people are erased. */
  MessageMediaStored: z.object({ messageId: id, media: personal(mediaSchema).nullable() }),
  /** The file could not be had. `reason` says nothing personal: `expired`, `too-large`, `unreachable`, `broken`. */
  MessageMediaFailed: z.object({ messageId: id, reason: z.string() }),
  /** Somebody wants it tried again. */
  MessageMediaRequested: z.object({ messageId: id }),
  /** Somebody of the company wants WhatsApp to change a message; what becomes of it names the same `changeId`. */
  MessageEditRequested: z.object({ ...request, body: personal(z.string()) }),
  MessageDeletionRequested: z.object(request),
  MessageReactionRequested: z.object({ ...request, emoji: z.string() }),
  /** It could not be done. `reason` is an error code or WhatsApp's own. */
  MessageChangeRefused: z.object({ messageId: id, changeId: id, reason: z.string() }),
  /** `parts` are those of its new content. */
  MessageEdited: z.object({ ...change, body: personal(z.string()), ...shown }),
  /** It says something else on the phone, which cannot be read here. */
  MessageEditUnreadable: z.object({ messageId: id }),
  MessageDeleted: z.object(change),
  MessageReacted: z.object({
    ...change,
    emoji: z.string(),
    fromMe: z.boolean(),
    by: personal(z.string()),
  }),
};
export type MessageEvent = EventsOf<typeof messageEvents>;
