import type { Recorded } from '#eventstore/types.ts';

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
  const { messageId, ticketId, contactId, waKey, history, mediaType, body } = event.data;
  if (history || mediaType === 'call_log') return undefined;
  const words = mediaType === 'unavailable' ? undefined : withWords.has(mediaType) ? body : '';
  const from = waKey.fromMe ? 'person' : 'contact';
  return { event, companyId, messageId, ticketId, contactId, from, words };
};

/** Of the others the body is a place, a card and the like. */
const withWords: ReadonlySet<string> = new Set(['text', 'image', 'video', 'application']);
