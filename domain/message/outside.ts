import { z } from 'zod';
import { errorCodeSchema, isErrorCode } from '../shared/errors.ts';
import type { MessageEvent } from './events.ts';

/** How far a message has come, as programs outside are told. */
export const outsideStates = [
  'queued',
  'unconfirmed',
  'failed',
  'sent',
  'delivered',
  'read',
  'deleted',
] as const;
export type OutsideState = (typeof outsideStates)[number];

/** The one meaning of `sentAt`, in every answer and payload. */
export const sentAtMeans =
  "When WhatsApp got it: WhatsApp's own time of what came and of what a phone of the company sent; of what was sent from here, when WhatsApp confirmed it, and null before.";

/** Why a message failed: a code of the catalogue, and WhatsApp's own number. */
export const failurePart = z.object({
  code: errorCodeSchema.meta({
    description:
      '`ERR_WAPP_INVALID_CONTACT`: nobody on WhatsApp has the number. `ERR_WAPP_NO_ANSWER`: it may have arrived. `ERR_SENDING_WAPP_MSG`: it was not sent, or WhatsApp refused it.',
    example: 'ERR_SENDING_WAPP_MSG',
  }),
  whatsappCode: z
    .number()
    .int()
    .nullable()
    .meta({ description: "WhatsApp's own number, where it gave one.", example: 463 }),
});
export type Failure = z.output<typeof failurePart>;

/** What the event says in words of its own, for programs. */
export const failureOf = (reason: string): Failure => {
  const [, number] = /^WhatsApp (\d{1,9})$/.exec(reason) ?? [];
  const whatsappCode = number === undefined ? null : Number(number);
  if (reason === 'no-answer') return { code: 'ERR_WAPP_NO_ANSWER', whatsappCode };
  return { code: isErrorCode(reason) ? reason : 'ERR_SENDING_WAPP_MSG', whatsappCode };
};

/** When a message was sent, after one more of its events: receipts prove it, and one that is tried again was not. */
export const sentAtAfter = (sentAt: string | null, event: MessageEvent, at: string): string | null => {
  switch (event.type) {
    case 'MessageSent':
    case 'MessageDelivered':
    case 'MessageRead':
    case 'MessagePlayed':
      return sentAt ?? at;
    case 'MessageRetried':
      return null;
    default:
      return sentAt;
  }
};
