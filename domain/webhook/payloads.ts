import { z } from 'zod';
import { connectionStatuses } from '../connection/events.ts';
import { mediaTypes } from '../message/events.ts';
import { failurePart, sentAtMeans } from '../message/outside.ts';
import { partSchema } from '../message/parts.ts';
import { id } from '../shared/event.ts';
import { ticketStatuses } from '../ticket/events.ts';
import { testType, type WebhookType } from './event-types.ts';

/** A payload is less than 20 kB: longer texts are cut, and say so. */
export const longestBody = 4_000;

const instant = z.iso.datetime();

/** Where the file of a message is got from, with a token of the scope `read`. */
export const mediaPathOf = (messageId: string): string => `/api/messages/${messageId}/media`;

const sequence = z.number().int().min(0).meta({
  description:
    'Where it happened: of two events of one ticket the higher one came later. It grows in leaps, and deliveries come in any order: compare, and do not wait for the next number.',
  example: 184_213,
});

/** Texts, names and numbers are empty once the person has been erased. */
export const contactPart = z
  .object({ name: z.string(), number: z.string(), isGroup: z.boolean() })
  .meta({ description: 'Only in full payloads. Empty once the person was erased.' });

export const messagePart = z
  .object({
    body: z.string().meta({ description: `At most ${longestBody} characters.` }),
    bodyTruncated: z.boolean().meta({
      description:
        'The text was cut, or `parts` were left out: `GET /api/messages/{id}/content` has all of it.',
    }),
    parts: z.array(partSchema).optional().meta({
      description:
        'What it shows beside its text: an ad that it answers, words that it quotes, an order, a product, a Pix key, buttons. `words` stands where the text is; without it `body` says the same in plain text. Absent where a message is its text and file alone.',
    }),
    mediaType: z.enum(mediaTypes),
    media: z
      .object({
        name: z.string().nullable(),
        mime: z.string().nullable(),
        size: z.number().int().nullable(),
        path: z
          .string()
          .nullable()
          .meta({
            description:
              'Where a token of the scope `read` gets the file, on this server. Null while the file is not here: it may still be on its way, or could not be had.',
            example: mediaPathOf('0198a7f2-5b1c-7d3e-9a44-2f6c1e8b7d01'),
          }),
      })
      .nullable(),
    quotedMessageId: id.nullable(),
    senderName: z.string().nullable().meta({ description: 'Who wrote it, in a group.' }),
    queuedAt: instant.nullable().meta({
      description: 'When it was written down here to be sent; null of what came, and of what a phone sent.',
    }),
    sentAt: instant.nullable().meta({ description: sentAtMeans }),
  })
  .meta({ description: 'Only in full payloads.' });

const messageData = z.object({
  sequence,
  messageId: id,
  ticketId: id,
  contactId: id,
  whatsappId: id.meta({ description: 'The connection.' }),
  fromMe: z.boolean().meta({ description: 'Written by the company, here or on its phone.' }),
  externalId: z.string().nullable().meta({
    description:
      'What the program that sent it calls it; null for all others, and once the person was erased.',
    example: 'pedido-1042',
  }),
  message: messagePart.optional(),
  contact: contactPart.optional(),
});

const ticketData = z.object({
  sequence,
  ticketId: id,
  contactId: id,
  whatsappId: id,
  status: z.enum([...ticketStatuses, 'deleted']),
  queueId: id.nullable(),
  userId: id.nullable().meta({ description: 'Who attends.' }),
  contact: contactPart.optional(),
});

const contactData = z.object({ sequence, contactId: id, contact: contactPart.optional() });

/** What `data` of each type is. In thin payloads what is optional is missing. */
export const webhookData = {
  'message.received': messageData,
  'message.changed': messageData.meta({
    description:
      'What was not known when the message came is there: its text, which could not be read at first, or its file; or another ticket has it. Edits and deletions are told as such.',
  }),
  'message.sent': messageData,
  'message.delivered': messageData,
  'message.read': messageData,
  'message.failed': messageData.extend({
    error: failurePart,
    reason: z.string().meta({
      description: 'The same in one word: the code, `no-answer`, or `WhatsApp` with its number.',
      deprecated: true,
    }),
  }),
  'message.edited': messageData,
  'message.deleted': messageData,
  'ticket.opened': ticketData,
  'ticket.accepted': ticketData,
  'ticket.returned': ticketData,
  'ticket.transferred': ticketData.extend({ notes: z.string().nullable().optional() }),
  'ticket.closed': ticketData.extend({ reason: z.literal('auto-close').nullable() }),
  'ticket.reopened': ticketData,
  'ticket.deleted': ticketData,
  'contact.created': contactData,
  'contact.changed': contactData,
  'contact.merged': contactData.extend({
    otherId: id.meta({ description: 'The contact that is shown under this one from now on.' }),
  }),
  'contact.removed': z.object({ sequence, contactId: id }),
  'contact.erased': z.object({ sequence, contactId: id }),
  'connection.status': z.object({
    sequence,
    whatsappId: id,
    status: z.enum(connectionStatuses),
    reason: z.string().nullable(),
    name: z.string().optional(),
    number: z.string().nullable().optional(),
  }),
  'rating.given': z.object({
    sequence,
    ticketId: id,
    contactId: id,
    whatsappId: id,
    userId: id.meta({ description: 'Who resolved the ticket.' }),
    rating: z.number().int().min(1).max(3),
    contact: contactPart.optional(),
  }),
} as const satisfies Record<WebhookType, z.ZodType>;

export type WebhookData<Type extends WebhookType = WebhookType> = z.output<(typeof webhookData)[Type]>;

export const testData = z.object({ webhookId: id });

const payload = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    timestamp: instant.meta({ description: 'When it happened.' }),
    data,
  });

/** The body of a delivery of each type. */
export const webhookPayload = (type: WebhookType) => payload(type, webhookData[type]);
export const testPayload = payload(testType, testData);
