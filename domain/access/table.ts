import { records } from '../records/records.ts';
import { merge, pluck } from '../shared/typed-objects.ts';
import { admins, connector, operators, people, type Role, staff } from './roles.ts';

/**
 * Who may do what: the only authorisation table, asked by the server and by screens; nobody else looks at a profile.
 * Most names are commands, some what is shown to whom. Where a user is let in, what they may do with it is narrower:
 * tickets they can see, their own account.
 */
const table = {
  'company.create': operators,
  'company.changeDueDate': operators,
  'company.changeSetting': admins,
  /** All settings, and which secrets are set; others are answered what their screens go by. */
  'company.readSettings': ['admin'],
  'company.setSecret': admins,
  /** What contacts are told by itself, in the company's own words. */
  'company.changeText': admins,
  'company.changeSchedules': admins,
  'company.readSchedules': ['admin'],

  'user.list': ['admin'],
  'user.create': [...admins, 'superAdmin'],
  /** Even where the company's setting `userCreation` is disabled. */
  'user.createAlways': ['admin'],
  'user.change': [...admins, 'user'],
  'user.remove': admins,
  'user.changeAny': ['admin'],
  /** Makes super admins, and changes or removes their accounts. */
  'user.changeSuperAdmin': ['superAdmin'],
  'user.changeProfile': ['admin'],
  'user.changeQueues': ['admin'],

  'session.record': people,

  /** Belongs to every queue, without being put into one. */
  'queue.serveAll': ['admin'],

  ...merge(pluck(records, 'rights')),

  'connection.create': admins,
  'connection.change': admins,
  'connection.remove': admins,
  'connection.renewToken': admins,
  'connection.readLedger': admins,
  /** Codes that pair a phone with the company, and the token that writes in its name. */
  'connection.readSecrets': ['admin'],
  'connection.requestSession': admins,
  'connection.requestLogout': admins,
  'connection.recordStatus': [...connector, 'policy'],

  /** Keys that programs outside come with. */
  'apiKey.list': ['admin'],
  'apiKey.create': admins,
  'apiKey.revoke': admins,

  /** Endpoints outside that are told of what happens, and what was sent to them. */
  'webhook.read': ['admin'],
  'webhook.create': [...admins, 'token'],
  'webhook.change': [...admins, 'token'],
  'webhook.remove': [...admins, 'token'],
  'webhook.renewSecret': [...admins, 'token'],
  /** What its answers say of an endpoint. */
  'webhook.judge': ['policy', 'system'],

  'contact.create': [...staff, 'connector', 'token'],
  'contact.change': [...staff, 'connector'],
  /** Whose tickets one may see, or who has none. */
  'contact.rename': [...staff, 'connector'],
  'contact.renameAny': [...admins, 'connector'],
  /** Whose contact it is. */
  'contact.changeWallet': admins,
  /** All of them, whoever's they are. */
  'contact.listAny': ['admin'],
  'contactImport.run': people,
  'contactImport.undo': admins,
  'contact.export': ['admin'],
  'contact.identify': connector,
  'contact.changePicture': connector,
  'contact.setChatTimer': connector,
  'contact.merge': [...admins, 'connector'],
  'contact.remove': admins,
  'contact.erase': admins,

  /** Whatever its queue, and whoever attends to it. */
  'ticket.seeAny': ['admin'],
  'ticket.listAll': ['admin'],
  'ticket.answerAny': ['admin'],
  'ticket.openWithoutQueue': ['admin'],
  'ticket.openForOthers': ['admin'],
  'ticket.open': [...staff, 'connector', 'token'],
  'ticket.accept': ['admin', 'user'],
  'ticket.return': staff,
  'ticket.transfer': staff,
  'ticket.close': [...staff, 'token'],
  'ticket.reopen': staff,
  'ticket.read': ['admin', 'user', 'connector', 'system'],
  'ticket.tag': staff,
  'ticket.note': people,
  'ticket.deleteNote': people,
  'ticket.deleteAnyNote': admins,
  /** Leads its contact through the menu, and out of it. */
  'ticket.stepMenu': ['policy'],
  'ticket.delete': admins,
  /** What the contact is asked after a closing, and answers. */
  'ticket.askRating': ['policy', 'system'],
  'ticket.answerRating': connector,

  /** Of contacts that one may see; what became of it is told by what sends it. */
  'schedule.create': people,
  'schedule.change': people,
  'schedule.remove': people,
  'schedule.send': ['policy', 'system'],

  /** Whether the history is as it was written, and the checkpoints that say so. */
  'audit.verify': ['admin'],

  'notice.list': ['admin'],
  /** Who did what, when and because of what. */
  'audit.read': ['admin'],
  'dataAccess.record': people,
  'notice.read': ['admin'],
  /** How things were at an instant, and how they went: an admin gives it to a user by the switch "Analista". */
  'replay:view': ['admin', 'analyst'],
  /** Contacts and attendants by their names in a file of events, which has pseudonyms otherwise. */
  'replay.exportNames': ['admin'],

  /** Figures of all attendants. */
  'dashboard.view': ['admin'],

  'simulator.use': ['admin'],
  'simulator.misbehave': ['superAdmin'],

  'message.receive': connector,
  'message.queue': [...staff, 'token'],
  'message.sendUnsigned': ['admin'],
  'message.retry': staff,
  'message.change': staff,
  'message.record': connector,
  'message.requestMedia': people,
} as const satisfies Record<string, readonly Role[]>;

/** The specification's own names (core, section 6) of what stands in the table already: they cannot say otherwise. */
const specified = {
  'tickets-manager:showall': table['ticket.listAll'],
  'ticket-options:deleteTicket': table['ticket.delete'],
  'user-modal:editProfile': table['user.changeProfile'],
  'user-modal:editQueues': table['user.changeQueues'],
  'contacts-page:deleteContact': table['contact.remove'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof table | keyof typeof specified;

export const access: Readonly<Record<Action, readonly Role[]>> = { ...table, ...specified };
