import type { z } from 'zod';
import type { MessageEvent } from '#domain/message/events.ts';
import { streamName } from '#domain/shared/stream.ts';
import { type contactPart, longestBody, type messagePart } from '#domain/webhook/payloads.ts';
import type { Recorded } from '#eventstore/types.ts';
import { concepts } from '../concepts.ts';
import { contactPartOf, type PayloadDeps } from './contact-part.ts';
import { asErased, cutTo, type MessageFacts, messageFacts } from './message-facts.ts';

/** Where a message stands, in the words of calls and payloads. */
type MessagePlace = Pick<MessageFacts, 'ticketId' | 'contactId' | 'fromMe' | 'externalId'> & {
  readonly whatsappId: string;
};
type MessageTexts = {
  readonly message: z.output<typeof messagePart>;
  readonly contact: z.output<typeof contactPart>;
};

export type ReadMessage = { readonly events: readonly Recorded[]; readonly facts: MessageFacts };

/** A message of the company by its stream, received or sent; undefined where there is none, or not its beginning. */
export const readMessage = async (
  { store }: PayloadDeps,
  companyId: string,
  messageId: string,
): Promise<ReadMessage | undefined> => {
  const events = await store.load(streamName('message', companyId, messageId));
  const facts = messageFacts(events.filter(isMessageEvent));
  // Who wrote it was erased: what events say in clear beside the texts is nobody's any more, either.
  return facts && { events, facts: events[0]?.erased ? asErased(facts) : facts };
};

export const placeOf = (facts: MessageFacts): MessagePlace => {
  const { ticketId, contactId, connectionId: whatsappId, fromMe, externalId } = facts;
  return { ticketId, contactId, whatsappId, fromMe, externalId };
};

/** What a message says and who it is from. Who was erased is empty in it, and so is what was deleted. */
export const wholeTextsOf = async (
  deps: PayloadDeps,
  companyId: string,
  { contactId, message }: MessageFacts,
): Promise<MessageTexts> => ({
  message: { ...message, bodyTruncated: false },
  contact: await contactPartOf(deps, companyId, contactId),
});

/** The same as full payloads have it beyond thin ones: a long text is cut. */
export const textsOf = async (
  deps: PayloadDeps,
  companyId: string,
  facts: MessageFacts,
): Promise<MessageTexts> => {
  const { message, contact } = await wholeTextsOf(deps, companyId, facts);
  const body = cutTo(message.body, longestBody);
  const { parts, ...rest } = message;
  const fit = parts && JSON.stringify(parts).length <= longestBody ? { parts } : {};
  const bodyTruncated = body.length < message.body.length || (parts !== undefined && !('parts' in fit));
  return { message: { ...rest, ...fit, body, bodyTruncated }, contact };
};

const isMessageEvent = (event: Recorded): event is Extract<Recorded, MessageEvent> =>
  concepts.message.isEvent(event);
