import type { MessageChangeView, MessageState, MessageView } from '#contracts/views.ts';
import type { AutomaticKind } from '#domain/message/automatic.ts';
import type { Media, MediaHint, MediaType } from '#domain/message/events.ts';
import type { FileState } from '#domain/message/message.ts';
import type { Part } from '#domain/message/parts.ts';
import type { Reaction } from '../message-table.ts';
import { mediaViewOf } from './media-view.ts';
import { type MentionNames, mentionNamesOf, partsWithNames, withNames } from './mention-names.ts';

export type MessageRecord = {
  readonly id: string;
  readonly ticket_id: string;
  readonly contact_id: string;
  readonly body: string;
  readonly parts: readonly Part[] | null;
  readonly mention_names: MentionNames | null;
  readonly from_me: boolean;
  readonly state: MessageState;
  readonly failure: string | null;
  readonly media_type: MediaType;
  readonly file: FileState;
  readonly file_failure: string | null;
  readonly media: Media | MediaHint | null;
  readonly company_id: string;
  readonly is_deleted: boolean;
  readonly is_edited: boolean;
  readonly edit_unread: boolean;
  readonly erased: boolean;
  readonly reactions: readonly Reaction[];
  readonly changes: readonly MessageChangeView[];
  readonly sender_name: string | null;
  readonly user_name: string | null;
  readonly automatic: AutomaticKind | null;
  readonly sent_at: string;
  readonly placed: number;
  readonly position: number;
  readonly read_position: number;
  readonly quoted_id: string | null;
  readonly quoted_body: string;
  readonly quoted_names: MentionNames | null;
  readonly quoted_from_me: boolean;
  readonly quoted_media_type: MediaType;
  readonly quoted_sender: string | null;
  readonly quoted_erased: boolean;
  /** As its ticket shows them; null where nobody asked. */
  readonly shown_contact: MessageView['contact'];
};

/** Columns of a message as the screens know it; `m` is the message. Goes with `messageJoins`. */
export const messageColumns = `
  m.id, m.ticket_id, m.contact_id, m.body, m.parts, ${mentionNamesOf('m')} as mention_names, m.from_me, m.state, m.failure, m.media_type, m.is_deleted, m.is_edited, m.edit_unread, m.erased,
  m.file, m.file_failure, m.media, m.company_id,
  m.reactions, m.changes, m.sender_name, m.automatic, u.name as user_name, m.sent_at, m.placed, m.position, t.read_position,
  o.id as quoted_id, o.body as quoted_body, ${mentionNamesOf('o')} as quoted_names, o.from_me as quoted_from_me, o.media_type as quoted_media_type,
  coalesce(ou.name, o.sender_name) as quoted_sender, o.erased as quoted_erased,
  json_build_object('id', c.id, 'name', c.name, 'number', c.number) as shown_contact`;
/** Only with its ticket is a message there: those of a deleted ticket are not. */
export const messageJoins = `
  join inbox.ticket t on t.id = m.ticket_id
  left join inbox.app_user u on u.id = m.user_id
  left join inbox.message o on o.id = m.quoted_message_id
  left join inbox.app_user ou on ou.id = o.user_id
  left join inbox.contact own on own.id = m.contact_id
  left join inbox.contact c on c.id = coalesce(own.merged_into, own.id)`;

const acks: Readonly<Record<MessageState, number>> = {
  received: 0,
  queued: 0,
  unknown: 0,
  failed: 0,
  sent: 1,
  delivered: 2,
  read: 3,
  played: 4,
};
const isRead = (state: MessageState): boolean => state === 'read' || state === 'played';

export const messageView = (row: MessageRecord): MessageView => ({
  id: row.id,
  ticketId: row.ticket_id,
  contactId: row.contact_id,
  contact: row.shown_contact?.id ? row.shown_contact : null,
  body: withNames(row.body, row.mention_names),
  ...partsOf(row),
  fromMe: row.from_me,
  ack: acks[row.state],
  state: row.state,
  failure: row.failure,
  mediaType: row.media_type,
  ...mediaViewOf(row),
  quotedMsg:
    row.quoted_id === null
      ? null
      : {
          id: row.quoted_id,
          body: withNames(row.quoted_body, row.quoted_names),
          fromMe: row.quoted_from_me,
          mediaType: row.quoted_media_type,
          senderName: row.quoted_sender,
          erased: row.quoted_erased,
        },
  isDeleted: row.is_deleted,
  isEdited: row.is_edited,
  ...(row.edit_unread ? { editUnread: true } : {}),
  erased: row.erased,
  reactions: row.reactions.map(({ emoji, fromMe }) => ({ emoji, fromMe })),
  changes: [...row.changes],
  read: row.from_me ? isRead(row.state) : row.placed <= row.read_position,
  senderName: row.user_name ?? row.sender_name,
  automatic: row.automatic,
  createdAt: row.sent_at,
  position: row.position,
});

/** A message that is quoted and known is shown as it is here, and not as the sender's phone has it. */
const partsOf = ({ parts, mention_names: names, quoted_id: quotedId }: MessageRecord) => {
  const shown = quotedId === null ? parts : parts?.filter(({ kind }) => kind !== 'quote');
  return shown && shown.length > 0 ? { parts: partsWithNames(shown, names) } : {};
};
