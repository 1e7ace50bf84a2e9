import type { MessageChangeView, MessageState } from '#contracts/views.ts';
import type { AutomaticKind } from '#domain/message/automatic.ts';
import type { Media, MediaHint, MediaType, Mention } from '#domain/message/events.ts';
import type { FileState } from '#domain/message/message.ts';
import type { Part } from '#domain/message/parts.ts';
import { big, flag, instant, json, nullable, table, text, uuid, word } from '../kit/table.ts';
import { vectorOf } from './plain-text.ts';

export type Reaction = { readonly emoji: string; readonly fromMe: boolean; readonly by: string };

export const messageTable = table('message', {
  columns: {
    id: uuid,
    ticketId: uuid,
    contactId: uuid,
    connectionId: uuid,
    body: text,
    /** What it shows beside its words, and whom they name. */
    parts: nullable(json<readonly Part[]>()),
    mentions: nullable(json<readonly Mention[]>()),
    /** All it says as a search compares it: see `soughtText`. */
    sought: text,
    mediaType: word<MediaType>(),
    quotedMessageId: nullable(uuid),
    fromMe: flag,
    state: word<MessageState>(),
    failure: nullable(text),
    file: word<FileState>(),
    fileFailure: nullable(text),
    /** What is known of the file: of one that is stored all, before that what the message says. */
    media: nullable(json<Media | MediaHint>()),
    isDeleted: flag,
    isEdited: flag,
    /** It says something else on the phone, which could not be read here. */
    editUnread: flag,
    reactions: json<readonly Reaction[]>(),
    /** What was asked for and is not done; the refused ones until the same is asked for again. */
    changes: json<readonly MessageChangeView[]>(),
    userId: nullable(uuid),
    /** What it says, where nobody wrote it. */
    automatic: nullable(word<AutomaticKind>()),
    senderName: nullable(text),
    /** Stands for the member of a group who wrote it; a number that says nothing of who that is. */
    senderId: nullable(uuid),
    /** Stands for the same member under their other name, when both are known. */
    senderAltId: nullable(uuid),
    /** Its writer was erased. */
    erased: flag,
    /** WhatsApp's time, and behind it the place in the log: the order of a conversation. */
    sentAt: instant,
    placed: big,
    recordedAt: instant,
  },
  indexes: [
    '(ticket_id, sent_at desc, placed desc)',
    '(company_id, sent_at desc, placed desc)',
    '(contact_id)',
    '(sender_id) where sender_id is not null',
    '(sender_alt_id) where sender_alt_id is not null',
    `using gin (${vectorOf('sought')})`,
    'using gin (sought gin_trgm_ops)',
  ],
  searched: true,
});

/**
 * What becomes of a message whose writer is erased: that it was, when, and how far it came stays. A column that tells
 * what was said, shown or by whom belongs in here.
 */
export const erasedMessage = {
  ...{
    body: '',
    sought: '',
    parts: null,
    mentions: null,
    senderName: null,
    reactions: [],
    changes: [],
    erased: true,
  },
  ...{ file: 'none' as const, fileFailure: null, media: null },
};
