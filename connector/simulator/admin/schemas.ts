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
export const newContact = z.object({
  number,
  name: z.string().min(1),
  lid: z.string().regex(/^\d+$/).optional(),
  picture: z.url().optional(),
});
export const newGroup = z.object({
  id: groupJid.optional(),
  subject: z.string().min(1),
  members: z.array(number).min(1),
});
export const policy = z
  .object({ deliver: z.boolean(), read: z.boolean(), registered: z.boolean() })
  .partial();
export const openChat = z.object({ with: z.union([groupJid, number]) });
export const typing = z.object({ to: number, on: z.boolean() });
export const fromPhone = z.object({ to: number, text: z.string().min(1), id: messageId.optional() });

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
      })
      .optional(),
    location: z
      .object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() })
      .optional(),
    vcard: z.object({ name: z.string(), vcard: z.string() }).optional(),
    reaction: z.object({ id: messageId, emoji: z.string() }).optional(),
    revoke: messageId.optional(),
    edit: z.object({ id: messageId, text: z.string() }).optional(),
    quoted: messageId.optional(),
  })
  .refine(({ to, group }) => (to === undefined) !== (group === undefined), 'give either "to" or "group"')
  .refine(
    ({ text, media, location, vcard, reaction, revoke, edit }) =>
      [text, media, location, vcard, reaction, revoke, edit].filter(each => each !== undefined).length === 1,
    'give exactly one of text, media, location, vcard, reaction, revoke, edit',
  );

export type MessageBody = z.output<typeof message>;

export const faults = z
  .object({
    dropAcks: z.boolean(),
    dropReceipts: z.boolean(),
    delayMs: z.number().int().min(0).max(60_000),
    corruptNext: z.number().int().min(0),
    cannotDecryptNext: z.number().int().min(0),
    ackError: z.string().nullable(),
    silent: z.boolean(),
    /** Done at once: ends every logged-in connection with this stream error, or without a word. */
    closeWith: z.union([z.number().int(), z.literal('cut')]),
  })
  .partial();
