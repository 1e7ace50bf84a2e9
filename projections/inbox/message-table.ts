import type { MessageState } from '#contracts/views.ts';
import type { MediaType } from '#domain/message/events.ts';
import { big, flag, instant, json, nullable, table, text, uuid, word } from '../kit/table.ts';

export type Reaction = { readonly emoji: string; readonly fromMe: boolean; readonly by: string };

export const messageTable = table('message', {
  columns: {
    id: uuid,
    ticketId: uuid,
    contactId: uuid,
    connectionId: uuid,
    body: text,
    mediaType: word<MediaType>(),
    quotedMessageId: nullable(uuid),
    fromMe: flag,
    state: word<MessageState>(),
    failure: nullable(text),
    isDeleted: flag,
    isEdited: flag,
    reactions: json<readonly Reaction[]>(),
    userId: nullable(uuid),
    senderName: nullable(text),
    /** WhatsApp's time, and behind it the place in the log: the order of a conversation. */
    sentAt: instant,
    placed: big,
    recordedAt: instant,
  },
  indexes: ['(ticket_id, sent_at desc, placed desc)'],
});
