export type Role = 'admin' | 'user' | 'superAdmin' | 'connector' | 'policy' | 'system';

const staff = ['admin', 'user', 'policy', 'system'] as const;
const admins = ['admin', 'system'] as const;
const connector = ['connector', 'system'] as const;
const operators = ['superAdmin', 'system'] as const;

/**
 * Who may do what: the only authorisation table. Names with a colon are the specification's own permissions
 * (core, section 6), asked by screens; the others are commands. Where a user is let in, what they may do with
 * it is narrower: tickets they can see, their own account.
 */
const table = {
  'tickets-manager:showall': ['admin'],
  'ticket-options:deleteTicket': ['admin'],
  'user-modal:editProfile': ['admin'],
  'user-modal:editQueues': ['admin'],
  'contacts-page:deleteContact': ['admin'],

  'company.create': operators,
  'company.changeSetting': admins,

  'user.create': [...admins, 'superAdmin'],
  'user.change': [...admins, 'user'],
  'user.remove': admins,

  'queue.create': admins,
  'queue.change': admins,
  'queue.remove': admins,

  'tag.create': staff,
  'tag.change': staff,
  'tag.remove': staff,

  'quickMessage.create': ['admin', 'user', 'system'],
  'quickMessage.change': ['admin', 'user', 'system'],
  'quickMessage.remove': ['admin', 'user', 'system'],

  'connection.create': admins,
  'connection.change': admins,
  'connection.remove': admins,
  'connection.renewToken': admins,
  'connection.readLedger': admins,
  'connection.requestSession': admins,
  'connection.requestLogout': admins,
  'connection.recordStatus': [...connector, 'policy'],

  'contact.create': [...staff, 'connector'],
  'contact.change': [...staff, 'connector'],
  'contact.identify': connector,
  'contact.changePicture': connector,
  'contact.merge': [...admins, 'connector'],
  'contact.remove': admins,
  'contact.erase': admins,

  'ticket.open': [...staff, 'connector'],
  'ticket.accept': ['admin', 'user'],
  'ticket.return': staff,
  'ticket.transfer': staff,
  'ticket.close': staff,
  'ticket.reopen': staff,
  'ticket.read': ['admin', 'user', 'connector', 'system'],
  'ticket.tag': staff,
  'ticket.note': ['admin', 'user', 'system'],
  'ticket.deleteNote': ['admin', 'user', 'system'],
  'ticket.deleteAnyNote': admins,
  'ticket.delete': admins,

  'message.receive': connector,
  'message.queue': staff,
  'message.retry': staff,
  'message.change': staff,
  'message.record': connector,
  'message.requestMedia': ['admin', 'user', 'system'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof table;

export const access: Readonly<Record<Action, readonly Role[]>> = table;
