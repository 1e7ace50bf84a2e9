import type { TicketView } from '#contracts/views.ts';
import { type MentionNames, mentionNamesOf, withNames } from './mention-names.ts';

/** Tags by their ids, as a list of references by name; those that were removed are left out. */
export const tagsOf = (ids: string): string => `
  case when ${ids} = '{}' then '[]' else coalesce(
    (select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name))
     from inbox.tag g where g.id = any(${ids})), '[]') end`;

/** The title of the option of the menu whose contact is at it. */
const optionAt = `
  case when t.in_menu and t.menu ->> 'optionId' is not null then
    (select o ->> 'title' from inbox.queue_menu m, jsonb_array_elements(m.options) o
     where m.id = t.queue_id and m.company_id = t.company_id and o ->> 'id' = t.menu ->> 'optionId') end`;

/** Who is mentioned in the last message. */
const lastNames = `
  case when position('@' in t.last_message) > 0 then
    (select ${mentionNamesOf('l')} from inbox.message l where l.id = t.last_message_id) end`;

/** Columns of a ticket as the screens know it; `t` is the ticket. Goes with `ticketJoins`. */
export const ticketColumns = `
  t.id, t.number, t.status, t.queue_id, coalesce(own.merged_into, t.contact_id) as contact_id, t.user_id, t.connection_id, t.is_group, t.last_message, ${lastNames} as last_names,
  t.last_message_type, t.last_message_from_me, t.last_message_at, t.unread, t.created_at, t.updated_at, t.active_at,
  t.revision, t.position, t.in_menu, t.menu_since, t.limited, ${optionAt} as menu_option, ${tagsOf('t.tag_ids')} as tags,
  c.name as contact_name, c.number as contact_number, c.profile_pic_url as contact_picture,
  c.erased_at is not null as contact_erased, c.notification as contact_notification,
  q.name as queue_name, q.color as queue_color, u.name as user_name, u.removed as user_removed,
  w.name as connection_name, (own.chat_timers ->> t.connection_id::text)::int as chat_timer`;

/** A choice of values: `coalesce` counts as what might tell of other rows, and would keep a row policy from the key. */
const shownContact = 'case when own.merged_into is null then t.contact_id else own.merged_into end';

export const ticketJoins = `
  left join inbox.contact own on own.id = t.contact_id
  left join inbox.contact c on c.id = ${shownContact}
  left join inbox.queue q on q.id = t.queue_id
  left join inbox.app_user u on u.id = t.user_id
  left join inbox.connection w on w.id = t.connection_id`;

export type TicketRecord = {
  readonly id: string;
  readonly number: number;
  readonly status: TicketView['status'];
  readonly queue_id: string | null;
  readonly contact_id: string;
  readonly user_id: string | null;
  readonly connection_id: string;
  readonly is_group: boolean;
  readonly last_message: string;
  readonly last_names: MentionNames | null;
  readonly last_message_type: TicketView['lastMessageType'];
  readonly last_message_from_me: boolean;
  readonly last_message_at: string | null;
  readonly unread: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly active_at: string;
  readonly in_menu: boolean;
  readonly menu_since: string | null;
  readonly menu_option: string | null;
  readonly limited: boolean;
  readonly revision: number;
  readonly position: number;
  readonly tags: TicketView['tags'];
  readonly contact_name: string | null;
  readonly contact_number: string | null;
  readonly contact_picture: string | null;
  readonly contact_erased: boolean;
  readonly contact_notification: boolean | null;
  readonly queue_name: string | null;
  readonly queue_color: string | null;
  readonly user_name: string | null;
  readonly user_removed: boolean | null;
  readonly connection_name: string | null;
  readonly chat_timer: number | null;
};

export const ticketView = (row: TicketRecord): TicketView => ({
  id: row.id,
  uuid: row.id,
  number: row.number,
  status: row.status,
  channel: 'whatsapp',
  queueId: row.queue_id,
  queue:
    row.queue_id !== null && row.queue_name !== null
      ? { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' }
      : null,
  contactId: row.contact_id,
  contact: {
    id: row.contact_id,
    name: row.contact_name ?? '',
    number: row.contact_number ?? '',
    profilePicUrl: row.contact_picture,
    isGroup: row.is_group,
    erased: row.contact_erased,
    notification: row.contact_notification ?? true,
  },
  userId: row.user_id,
  user: userOf(row),
  whatsappId: row.connection_id,
  whatsapp: row.connection_name === null ? null : { id: row.connection_id, name: row.connection_name },
  isGroup: row.is_group,
  vanishesIn: row.chat_timer || null,
  chatbot: row.in_menu,
  menu:
    row.in_menu && row.menu_since !== null
      ? { queue: row.queue_name, option: row.menu_option, since: row.menu_since }
      : null,
  limited: row.limited,
  tags: row.tags,
  lastMessage: withNames(row.last_message, row.last_names),
  lastMessageType: row.last_message_type,
  lastMessageFromMe: row.last_message_from_me,
  lastMessageAt: row.last_message_at,
  unreadMessages: row.unread,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  activeAt: row.active_at,
  revision: row.revision,
  position: row.position,
});

const userOf = ({ user_id: id, user_name: name, user_removed: removed }: TicketRecord): TicketView['user'] =>
  id === null || name === null ? null : { id, name, ...(removed ? { removed } : {}) };
