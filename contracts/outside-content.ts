import { z } from 'zod';
import { contactPart, messagePart } from '#domain/webhook/payloads.ts';

/**
 * The calls by which programs outside read what was written, with a token of the scope `read`. A connection's token
 * reads the messages of that connection. `GET /messages/{id}/media` answers bytes: gateway/routes/outside-content.ts.
 */

const id = z.uuid();

/** GET /messages/{id}/content: any message of the company, received or sent, as full webhooks have it. */
export const outsideContent = z
  .object({
    id,
    ticketId: id,
    contactId: id,
    whatsappId: id.meta({ description: 'The connection.' }),
    fromMe: z.boolean().meta({ description: 'Written by the company, here or on its phone.' }),
    externalId: z.string().nullable().meta({
      description: 'What the program that sent it calls it; null for all others.',
      example: 'pedido-1042',
    }),
    message: messagePart.extend({ body: z.string() }).meta({
      description:
        'As it is now, with its whole text: `bodyTruncated` is false. Empty once the message was deleted, or the person erased.',
    }),
    contact: contactPart.meta({ description: 'Empty once the person was erased.' }),
  })
  .meta({ id: 'MessageContent' });
export type OutsideContent = z.output<typeof outsideContent>;
