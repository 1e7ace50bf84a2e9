import { z } from 'zod';
import { connectionStatuses, providers } from '#domain/connection/events.ts';
import { automaticKinds } from '#domain/message/automatic.ts';
import { mediaTypes } from '#domain/message/events.ts';
import { partSchema } from '#domain/message/parts.ts';
import { queue } from '#domain/records/queue.ts';
import { ticketStatuses } from '#domain/ticket/events.ts';
import { profiles } from '#domain/user/events.ts';
import { tagRef } from './tags.ts';

/** What the gateway answers and the web reads: entities as section 3 of the core specification names them. */

const id = z.uuid();
const isoDate = z.iso.datetime();

export const queueView = queue.view;

export const queueRef = queueView.pick({ id: true, name: true, color: true });

/** Somebody of the company by name; `removed` once the account is gone. */
export const userRef = z.object({ id, name: z.string(), removed: z.boolean().optional() });
export type UserRef = z.output<typeof userRef>;

export const userView = z.object({
  id,
  name: z.string(),
  email: z.string(),
  profile: z.enum(profiles),
  superAdmin: z.boolean(),
  companyId: id,
  queues: z.array(queueRef),
  /** Empty: all of them. One that was removed still limits: who has no other sees the tickets of none. */
  whatsapps: z.array(z.object({ id, name: z.string(), removed: z.boolean().optional() })),
  /** Has the right `replay:view`. */
  analyst: z.boolean(),
});
export type UserView = z.output<typeof userView>;

export const settingView = z.object({ key: z.string(), value: z.string() });

export const simulatorUses = ['none', 'phones', 'all'] as const;
export type SimulatorUse = (typeof simulatorUses)[number];

/** The user of a session: what login, refresh and /auth/me answer. */
export const sessionUserView = userView.extend({
  /** Which of the simulator is theirs: nothing, their company's phones, or how it behaves towards all as well. */
  simulator: z.enum(simulatorUses),
  company: z.object({
    id,
    name: z.string(),
    dueDate: isoDate.nullable(),
    settings: z.array(settingView),
  }),
});
export type SessionUserView = z.output<typeof sessionUserView>;

export const contactView = z.object({
  id,
  name: z.string(),
  number: z.string(),
  email: z.string().nullable(),
  profilePicUrl: z.string().nullable(),
  isGroup: z.boolean(),
  queueId: id.nullable(),
  /** The person was erased: every personal field is empty, for good. */
  erased: z.boolean().optional(),
  /** False: attendants are not told of what the contact writes. */
  notification: z.boolean().optional(),
});
export type ContactView = z.output<typeof contactView>;

export const connectionView = z.object({
  id,
  name: z.string(),
  status: z.enum(connectionStatuses),
  /** Why the session is not there, as the connector says it: `logged-out`, `replaced`, `qr-timeout`… */
  reason: z.string().nullable(),
  provider: z.enum(providers),
  isDefault: z.boolean(),
  number: z.string().nullable(),
  qrcode: z.string(),
  /** What to type on the phone instead of scanning; '' when there is none. */
  pairingCode: z.string(),
  /** The end of the messages API's token, the rest masked; '' when there is none. */
  token: z.string(),
  retries: z.number().int(),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  importsHistory: z.boolean(),
  queues: z.array(queueRef),
  queueIds: z.array(id),
  updatedAt: isoDate,
});
export type ConnectionView = z.output<typeof connectionView>;

export const ticketView = z.object({
  id,
  /** The same as `id`: the address of the conversation, /tickets/{uuid}. */
  uuid: id,
  /** Counted per company, for people to read aloud. */
  number: z.number().int(),
  status: z.enum(ticketStatuses),
  channel: z.literal('whatsapp'),
  queueId: id.nullable(),
  queue: queueRef.nullable(),
  contactId: id,
  contact: contactView.pick({
    id: true,
    name: true,
    number: true,
    profilePicUrl: true,
    isGroup: true,
    erased: true,
    notification: true,
  }),
  userId: id.nullable(),
  user: userRef.nullable(),
  whatsappId: id,
  whatsapp: z.object({ id, name: z.string() }).nullable(),
  isGroup: z.boolean(),
  /** After how many seconds what is written in its chat vanishes; null: it stays. */
  vanishesIn: z.number().int().nullable().optional(),
  /** Its contact is choosing from the menu. */
  chatbot: z.boolean(),
  /** Where: choosing a queue while `queue` is null, else at this option of it, or at its first ones. */
  menu: z.object({ queue: z.string().nullable(), option: z.string().nullable(), since: isoDate }).nullable(),
  /** Machines have written to its contact as much as they may: a person should look at it. */
  limited: z.boolean(),
  tags: z.array(tagRef),
  lastMessage: z.string(),
  lastMessageType: z.enum(mediaTypes).nullable(),
  lastMessageFromMe: z.boolean(),
  lastMessageAt: isoDate.nullable(),
  unreadMessages: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** When it was last written in, or opened: what lists are sorted by. */
  activeAt: isoDate,
  /** Revision of the ticket's stream: how many changes it has seen. */
  revision: z.number().int(),
  /** Log position that last changed this row: a lower one is stale. */
  position: z.number().int(),
});
export type TicketView = z.output<typeof ticketView>;

/**
 * queued → sending is the connector's affair and not shown. Unknown: it went out, perhaps, and WhatsApp has not said;
 * it is sent again under its id until that is told. `ack` is the specification's number.
 */
export const messageStates = [
  'received',
  'queued',
  'unknown',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
] as const;
export type MessageState = (typeof messageStates)[number];

export const quotedView = z.object({
  id,
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: z.enum(mediaTypes),
  senderName: z.string().nullable(),
  erased: z.boolean().optional(),
});

export type QuotedView = z.output<typeof quotedView>;

/**
 * The file of a message. `size` is in bytes; what is null is not known. While it is not `stored` all is the sender's
 * word. Addresses are signed and end after some hours: the next reading of the message has new ones.
 */
export const mediaView = z.object({
  state: z.enum(['waiting', 'stored', 'failed']),
  /** Why there is none: `not-downloaded`, `no-key`, `expired`, `too-large`, `unreachable`, `broken`. */
  reason: z.string().nullable(),
  mime: z.string().nullable(),
  size: z.number().int().nullable(),
  seconds: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  voice: z.boolean(),
  sticker: z.boolean(),
  thumbnailUrl: z.string().nullable(),
});
export type MediaView = z.output<typeof mediaView>;

/**
 * What somebody of the company asked for and WhatsApp has not done: on its way, or refused for a `reason` (an error
 * code, or WhatsApp's own). What is done is no change any more. `body` is of an edit, `emoji` of a reaction.
 */
export const messageChangeView = z.object({
  id,
  kind: z.enum(['edit', 'deletion', 'reaction']),
  body: z.string(),
  emoji: z.string(),
  reason: z.string().nullable(),
});
export type MessageChangeView = z.output<typeof messageChangeView>;

export const messageView = z.object({
  id,
  ticketId: id,
  contactId: id,
  /** Whose conversation it is in; null where only what was then is looked at. */
  contact: z.object({ id, name: z.string(), number: z.string() }).nullable(),
  /** Its words, whom they mention by name. Where `parts` draw no words it says in plain text what they say. */
  body: z.string(),
  /** What it shows beside its words or instead of them, in the order of drawing; absent where it is its body alone. */
  parts: z.array(partSchema).optional(),
  fromMe: z.boolean(),
  /** 0 queued, unknown or failed, 1 sent, 2 delivered, 3 read, 4 played. */
  ack: z.number().int().min(0).max(5),
  state: z.enum(messageStates),
  failure: z.string().nullable(),
  mediaType: z.enum(mediaTypes),
  mediaUrl: z.string().nullable(),
  /** The same address as `mediaUrl`: by it a message takes the file along. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  media: mediaView.nullable(),
  quotedMsg: quotedView.nullable(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /** It says something else on the phone by now, which could not be read here. */
  editUnread: z.boolean().optional(),
  /** Its writer was erased: that it was and when stays, what it said does not. */
  erased: z.boolean().optional(),
  reactions: z.array(z.object({ emoji: z.string(), fromMe: z.boolean() })),
  changes: z.array(messageChangeView),
  read: z.boolean(),
  /** Who wrote it: the attendant, or the member of a group. */
  senderName: z.string().nullable(),
  /** What it says, where nobody wrote it. */
  automatic: z.enum(automaticKinds).nullable(),
  /** WhatsApp's time where it came from WhatsApp. */
  createdAt: isoDate,
  position: z.number().int(),
});
export type MessageView = z.output<typeof messageView>;
