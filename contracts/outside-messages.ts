import { z } from 'zod';
import { mediaTypes } from '#domain/message/events.ts';
import { failurePart, outsideStates, sentAtMeans } from '#domain/message/outside.ts';
import { exact } from './exact.ts';

/**
 * The calls about messages for programs outside, under /api/messages. They carry a token in the header `token` or as
 * `Authorization: Bearer`: of a connection, or a key of the company with the scopes `send` and `read`. Refusals:
 * contracts/problems.ts.
 *
 * `GET /messages/{id}` and `GET /messages` of outside callers share their paths with the inbox's own calls: which is meant
 * follows from what the call carries. A token has no dot, a session's JWT has two.
 */

const id = z.uuid();

/**
 * Header of POST /messages/send: the same key and body again is answered as the first time, for 24 hours. A key counts for
 * the token that it comes with: with another token it is another call, in the same company too.
 */
export const idempotencyHeader = 'idempotency-key';
export const longestIdempotencyKey = 255;
/** Header of an answer that had been given before. */
export const replayedHeader = 'idempotent-replayed';
export const idempotencyHours = 24;

export const longestExternalId = 255;
export const mostMediaUrls = 10;
/** Files of a form. */
export const maxFiles = 30;

const number = z.string({ error: 'a number is a text, in quotes' }).max(60).meta({
  description:
    'With its country code, as in 5511987654321 or +55 (11) 98765-4321; what stands between the digits does not count. The ninth digit is found out.',
  example: '5511987654321',
});
const mediaUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .meta({
    description: 'Where the file is got from, once. Addresses within private networks are refused.',
    example: 'https://www.example.com/boleto.pdf',
  });

const options = {
  number,
  body: z
    .string()
    .max(65_536)
    .optional()
    .meta({ description: 'The text; with a file, what stands below it.', example: 'Seu pedido saiu!' }),
  fileName: z.string().max(200).nullish().meta({
    description:
      'What the one file of the call is called, in place of what its server or its sender calls it.',
    example: 'Boleto de maio.pdf',
  }),
  queueId: id.nullish().meta({
    description:
      "The queue of a ticket that is opened for this; without it the contact's default queue, else the connection's first.",
  }),
  userId: id.nullish().meta({
    description: 'In whose name it is sent: it counts as written by a person, and the menu stays silent.',
  }),
  closeTicket: z.boolean().optional().meta({ description: 'Closes the ticket once the message is queued.' }),
  sendSignature: z
    .boolean()
    .optional()
    .meta({ description: "Puts the user's name above the text; needs userId." }),
  externalId: z.string().min(1).max(longestExternalId).nullish().meta({
    description: 'Your own name for the message: lists find it by this. It need not be unique.',
    example: 'pedido-1042',
  }),
  quotedMessageId: id
    .nullish()
    .meta({ description: 'A message of the same conversation that this answers.' }),
  whatsappId: id.nullish().meta({
    description: "The connection to send by, for a company's key: without it the default one.",
  }),
};

/** POST /messages/send as JSON. */
export const sendOutsideBody = exact({
  ...options,
  mediaUrl: mediaUrl.optional(),
  mediaUrls: z.array(mediaUrl).max(mostMediaUrls).optional(),
}).meta({ id: 'SendMessage' });
export type SendOutside = z.input<typeof sendOutsideBody>;

const flagText = z.enum(['true', 'false', '1', '0', '']).transform(text => text === 'true' || text === '1');
const emptyAsNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema);

/** The addresses in a form, of which each is a field of this name. */
const mediaUrls = z.preprocess(
  urls => (Array.isArray(urls) ? urls.filter(url => url !== '') : urls),
  z.array(mediaUrl).max(mostMediaUrls).optional(),
);

/** The fields of POST /messages/send as multipart/form-data; files come in the field `medias`, several times perhaps. */
export const sendOutsideForm = exact({
  ...options,
  body: z
    .string()
    .max(65_536)
    .optional()
    .transform(text => text?.replaceAll('\r\n', '\n')),
  fileName: emptyAsNone(options.fileName),
  queueId: emptyAsNone(options.queueId),
  userId: emptyAsNone(options.userId),
  externalId: emptyAsNone(options.externalId),
  quotedMessageId: emptyAsNone(options.quotedMessageId),
  whatsappId: emptyAsNone(options.whatsappId),
  closeTicket: flagText.optional(),
  sendSignature: flagText.optional(),
  mediaUrl: emptyAsNone(mediaUrl.optional()),
  mediaUrls,
});

/**
 * What has become of a message. queued: it waits for the connection. unconfirmed: it was sent, and WhatsApp has not said
 * whether it has it; it is sent again under its id, so that a phone shows it once. failed: WhatsApp refused it, perhaps
 * after it was sent, or nobody answered. received: a contact wrote it.
 */
export const outsideState = z
  .enum([...outsideStates, 'received'])
  .meta({ id: 'MessageState', example: 'delivered' });

const time = z.iso.datetime().nullable();

/**
 * GET /messages/{id}: any message of the company, sent or received, here or on its phone; for a connection's token, of
 * that connection.
 */
export const outsideMessage = z
  .object({
    id,
    externalId: z.string().nullable().meta({ example: 'pedido-1042' }),
    ticketId: id,
    contactId: id,
    whatsappId: id,
    /** As WhatsApp has it; null when the contact is gone. */
    number: z.string().nullable().meta({ example: '5511987654321' }),
    mediaType: z.enum(mediaTypes).meta({ example: 'text' }),
    state: outsideState,
    queuedAt: time.meta({
      description: 'Null of what a contact wrote, and of what the company wrote on its phone.',
    }),
    sentAt: time.meta({ description: sentAtMeans }),
    deliveredAt: time,
    readAt: time,
    /** When it was last in doubt, and when it failed last; what came after may have resolved either. */
    unconfirmedAt: time,
    failedAt: time,
    error: failurePart.nullable().meta({ description: 'Why it failed, while `state` is `failed`.' }),
  })
  .meta({ id: 'Message' });
export type OutsideMessage = z.output<typeof outsideMessage>;

/**
 * 202: the message is written down and goes out as soon as its connection can; it may still become failed, since a number
 * that is a contact's is not looked up on WhatsApp again (gateway/outside/resolve-number.ts). `ids` names all of them where several files
 * became several messages; `id` is the first.
 */
export const sendOutsideAnswer = z
  .object({
    id,
    ids: z.array(id),
    ticketId: id,
    contactId: id,
    whatsappId: id,
    number: z.string().meta({ description: 'As WhatsApp has it.', example: '551187654321' }),
    externalId: z.string().nullable(),
    state: z.literal('queued'),
    queuedAt: z.iso.datetime(),
  })
  .meta({ id: 'MessageAccepted' });
export type SendOutsideAnswer = z.output<typeof sendOutsideAnswer>;

/** GET /messages: what was sent by these calls, the newest first; a page begins where `cursor` says. */
export const outsideMessagesQuery = exact({
  externalId: z.string().min(1).max(longestExternalId).optional(),
  number: number.optional(),
  ticketId: id.optional(),
  state: z.enum(outsideStates).optional(),
  /** Queued then or later. */
  since: z.iso.datetime({ offset: true }).optional().meta({ example: '2026-11-23T00:00:00Z' }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});
export type OutsideMessagesQuery = z.output<typeof outsideMessagesQuery>;
export const outsideMessagesAnswer = z
  .object({
    messages: z.array(outsideMessage),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'MessagePage' });
