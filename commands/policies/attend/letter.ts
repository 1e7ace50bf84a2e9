import type { MediaType } from '#domain/message/events.ts';
import { drawsBody, type Part } from '#domain/message/parts.ts';
import type { Position, Recorded } from '#eventstore/types.ts';
import type { Visit } from './visit.ts';

/** A message that matters to who attends. */
export type Letter = {
  readonly event: Recorded;
  readonly companyId: string;
  readonly messageId: string;
  readonly ticketId: string;
  /** Absent where only the message knows it. */
  readonly contactId?: string;
  readonly from: 'person' | 'contact' | 'moved';
  /** What was written; '' for media without words, undefined for what could not be read yet. */
  readonly words?: string | undefined;
  /** Where it stands in the log when it could be read only later: it answers what was asked then, and nothing else. */
  readonly cameAt?: Position;
};

/** Undefined where it is none. What a phone tells of the past, calls and what machines send matter to nobody here. */
export const letterOf = (event: Recorded): Letter | undefined => {
  const { companyId } = event;
  if (event.type === 'MessageQueued') {
    const { messageId, ticketId, contactId, userId, automatic } = event.data;
    const isPersons = userId !== null && automatic === undefined;
    return isPersons ? { event, companyId, messageId, ticketId, contactId, from: 'person' } : undefined;
  }
  if (event.type === 'MessageMoved') return { event, companyId, ...event.data, from: 'moved' };
  if (event.type !== 'MessageReceived') return undefined;
  const { messageId, ticketId, contactId, waKey, history, mediaType } = event.data;
  if (history || mediaType === 'call_log') return undefined;
  const from = waKey.fromMe ? 'person' : 'contact';
  return { event, companyId, messageId, ticketId, contactId, from, words: wordsOf(event.data) };
};

/** Of a message that could be read only later: it has been looked at, but for what it answers. */
export const lateLetterOf = async (
  { attending }: Pick<Visit, 'attending'>,
  event: Recorded,
): Promise<Letter | undefined> => {
  if (event.type !== 'MessageContentRecovered') return undefined;
  const { companyId } = event;
  const { messageId } = event.data;
  const received = await attending.received(companyId, messageId);
  if (!received?.isOfToday) return undefined;
  const { ticketId, contactId, since: cameAt } = received;
  const words = wordsOf(event.data);
  return { event, companyId, messageId, ticketId, contactId, from: 'contact', words, cameAt };
};

type Said = {
  readonly mediaType: MediaType;
  readonly body: string;
  readonly parts?: readonly Part[] | null | undefined;
};

const wordsOf = ({ mediaType, body, parts }: Said): string | undefined =>
  mediaType === 'unavailable' ? undefined : withWords.has(mediaType) && drawsBody(parts) ? body : '';

/** Of the others the body is a place, a card and the like, or what an order and the like say. */
const withWords: ReadonlySet<string> = new Set(['text', 'image', 'video', 'application']);
