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
    /** Stands for the member of a group who wrote it; a number that says nothing of who that is. */
    senderId: nullable(uuid),
    /** Its writer was erased. */
    erased: flag,
    /** WhatsApp's time, and behind it the place in the log: the order of a conversation. */
    sentAt: instant,
    placed: big,
    recordedAt: instant,
  },
  indexes: [
    '(ticket_id, sent_at desc, placed desc)',
    '(contact_id)',
    '(sender_id) where sender_id is not null',
  ],
});

/** What becomes of a message whose writer is erased: that it was, when, and how far it came stays. */
export const erasedMessage = { body: '', senderName: null, reactions: [], erased: true };
