import { z } from 'zod';

/** A phone number in any notation; only its digits count. */
export const number = z
  .string()
  .transform(text => text.replace(/\D/g, ''))
  .pipe(z.string().min(5, 'a number has at least 5 digits').max(20));

const groupJid = z.string().regex(/^\d+(-\d+)?@g\.us$/, 'a group id ends in @g.us');
const messageId = z.string().min(1).max(128);

export const newPhone = z.object({ number, name: z.string().min(1) });
export const scan = z.object({ qr: z.string().min(1) });
/** A pairing code as it is shown, with or without its dash. */
export const linkCode = z.object({
  code: z
    .string()
    .transform(text => text.replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().length(8, 'a code has 8 characters')),
});
export const newContact = z.object({
  number,
  name: z.string().min(1),
  lid: z.string().regex(/^\d+$/).optional(),
  picture: z.url().optional(),
});
/** The name under which a phone has a contact in its address book; null takes the contact out. */
export const address = z.object({ name: z.string().trim().min(1).max(100).nullable() });
export const newGroup = z.object({
  id: groupJid.optional(),
  subject: z.string().min(1),
  members: z.array(number).min(1),
});
const changed = { by: number };
const concerned = { ...changed, members: z.array(number).min(1) };
/** What somebody does to a group; `by` is who does it. */
export const groupChange = z.discriminatedUnion('action', [
  z.object({ ...concerned, action: z.enum(['add', 'remove', 'promote', 'demote']) }),
  z.object({ ...changed, action: z.enum(['leave', 'join', 'invite', 'announcement', 'not_announcement']) }),
  z.object({ ...changed, action: z.literal('subject'), subject: z.string().min(1) }),
  z.object({ ...changed, action: z.literal('description'), description: z.string() }),
]);
export const policy = z
  .object({
    deliver: z.boolean(),
    read: z.boolean(),
    registered: z.boolean(),
    addressing: z.enum(['lid', 'pn']),
  })
  .partial();
/** After how many seconds what is written in a chat vanishes; 0: it stays. */
export const chatTimer = z.object({
  with: z.union([groupJid, number]),
  seconds: z.number().int().min(0).max(4_294_967_295),
});
export const openChat = z.object({ with: z.union([groupJid, number]) });
/** Which messages to list: of one chat, and of that the newest only. */
export const shownMessages = z.object({
  with: openChat.shape.with.optional(),
  newest: z.coerce.number().int().min(1).optional(),
});
export const typing = z.object({
  to: z.union([groupJid, number]),
  on: z.boolean(),
  recording: z.boolean().optional(),
});
/** `lastSeen` in seconds since 1970; null: not told. */
export const presence = z.object({
  available: z.boolean(),
  lastSeen: z.number().int().nullable().optional(),
});
export const newCall = z.object({ to: number, video: z.boolean().default(false) });
export const callEnd = z.object({ how: z.enum(['terminate', 'timeout', 'accept', 'reject']) });
/** A picture to show: an address, a file, or one that is drawn from the name. Null takes it away. */
export const picture = z.object({
  picture: z
    .union([
      z.object({ url: z.url() }),
      z.object({ base64: z.base64() }),
      z.object({ drawn: z.literal(true) }),
    ])
    .nullable(),
});
export type PictureBody = z.output<typeof picture>['picture'];
export const block = z.object({ number, on: z.boolean() });

const card = z.object({ name: z.string(), vcard: z.string() });
const CONTENTS = [
  'text',
  'media',
  'location',
  'vcard',
  'vcards',
  'poll',
  'reaction',
  'revoke',
  'edit',
  'sealedEdit',
  'message',
] as const;

export const mediaKind = z.enum(['image', 'video', 'audio', 'document', 'sticker']);

export const message = z
  .object({
    to: number.optional(),
    group: groupJid.optional(),
    id: messageId.optional(),
    text: z.string().optional(),
    media: z
      .object({
        kind: mediaKind,
        base64: z.base64(),
        mimetype: z.string().min(1),
        caption: z.string().optional(),
        fileName: z.string().optional(),
        voice: z.boolean().optional(),
        seconds: z.number().int().min(0).optional(),
        /** May be looked at once; images and videos only. */
        viewOnce: z.boolean().optional(),
      })
      .optional(),
    location: z
      .object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() })
      .optional(),
    vcard: card.optional(),
    vcards: z.array(card).min(2).optional(),
    poll: z
      .object({
        name: z.string().min(1),
        options: z.array(z.string().min(1)).min(2),
        selectable: z.number().int().min(0).default(1),
      })
      .optional(),
    reaction: z.object({ id: messageId, emoji: z.string() }).optional(),
    revoke: messageId.optional(),
    edit: z.object({ id: messageId, text: z.string() }).optional(),
    /** An edit as newer phones send it: sealed with the secret of the message. */
    sealedEdit: z.object({ id: messageId, text: z.string() }).optional(),
    /** Any message as JSON of WhatsApp's protocol buffer: bytes are base64. */
    message: z.record(z.string(), z.unknown()).optional(),
    /** It goes to a list of people that the writer has made, of whom the phone is one. */
    broadcast: z.boolean().optional(),
    quoted: messageId.optional(),
    /** Which of the contact's devices it is written on; the phone (0) unless told. */
    device: z.number().int().min(0).optional(),
  })
  .refine(({ to, group }) => (to === undefined) !== (group === undefined), 'give either "to" or "group"')
  .refine(({ group, broadcast }) => !group || !broadcast, 'a list of people is no group')
  .refine(
    body => CONTENTS.filter(name => body[name] !== undefined).length === 1,
    `give exactly one of ${CONTENTS.join(', ')}`,
  );

export type MessageBody = z.output<typeof message>;

export const faults = z
  .object({
    dropAcks: z.boolean(),
    dropNextAcks: z.number().int().min(0),
    dropReceipts: z.boolean(),
    delayMs: z.number().int().min(0).max(60_000),
    corruptNext: z.number().int().min(0),
    duplicateNext: z.number().int().min(0),
    reorderNext: z.number().int().min(0),
    cannotDecryptNext: z.number().int().min(0),
    cannotDecryptDevice: z.number().int().min(0).nullable(),
    tellsNoDevices: z.boolean(),
    ackError: z.string().nullable(),
    ackErrorTimes: z.number().int().min(1).nullable(),
    silent: z.boolean(),
    refuseLogin: z.number().int().nullable(),
    historyInFiles: z.boolean(),
    failNextMedia: z.number().int().min(0),
    goneNextMedia: z.number().int().min(0),
    refuseReupload: z.boolean(),
    mediaDelayMs: z.number().int().min(0).max(60_000),
    /** Done at once: ends every logged-in connection with this stream error, or without a word. */
    closeWith: z.union([z.number().int(), z.literal('cut')]),
  })
  .partial();
