import { z } from 'zod';
import { connectionStatuses } from '#domain/connection/events.ts';
import { records } from '#domain/records/records.ts';
import type { RecordFrames } from './records.ts';
import { connectionView, contactView, messageView, settingView, ticketView } from './views.ts';

/**
 * The live channel /ws. The browser opens it with the subprotocols `balcao.v1` and `bearer.<access token>`;
 * the server takes the identity from there before the upgrade and chooses the rooms.
 *
 * Every frame is JSON `{ event, data, position }`. `position` is the log position after which the screen knows
 * everything up to it; a client that reconnects says the highest it saw (`/ws?since=…`) and is sent what it missed,
 * or `resync` when that is too much: it then reloads what it shows.
 */
const id = z.uuid();

export const ticketFrame = z.discriminatedUnion('action', [
  z.object({ action: z.literal('update'), ticket: ticketView }),
  /** Somebody read it: unread is 0. */
  z.object({ action: z.literal('updateUnread'), ticketId: id, ticket: ticketView }),
  z.object({ action: z.literal('delete'), ticketId: id }),
  /** It is out of this user's sight now (another queue, another attendant). */
  z.object({ action: z.literal('removeFromList'), ticketId: id }),
]);
export const messageFrame = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('create'),
    message: messageView,
    ticket: ticketView,
    contact: ticketView.shape.contact,
  }),
  z.object({ action: z.literal('update'), message: messageView }),
]);
/**
 * `delete`: it is in none of this user's lists of contacts any more; conversations still name it. `removeFromList`:
 * that, where the user has no conversation with it either.
 */
export const contactFrame = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['update', 'delete']), contact: contactView }),
  z.object({ action: z.literal('removeFromList'), contactId: id }),
]);
/** `name` where the user is there still. */
export const userFrame = z.object({
  action: z.enum(['update', 'delete']),
  userId: id,
  name: z.string().optional(),
});
export const sessionFrame = z.object({
  action: z.literal('update'),
  session: z.object({
    id,
    name: z.string(),
    status: z.enum(connectionStatuses),
    reason: z.string().nullable(),
    number: z.string().nullable(),
    qrcode: z.string(),
    pairingCode: z.string(),
    updatedAt: z.iso.datetime(),
  }),
});

/** Who has a ticket open right now, and who of them writes; sent to those who have it open. Nothing of it is kept. */
export const presenceFrame = z.object({
  action: z.literal('update'),
  ticketId: id,
  viewers: z.array(z.object({ id, name: z.string(), typing: z.boolean() })),
  /** The contact writes, or records, right now. */
  contact: z.enum(['composing', 'recording']).nullable(),
});

/** A connection is there, was changed, or is gone. */
export const connectionFrame = z.discriminatedUnion('action', [
  z.object({ action: z.literal('update'), whatsapp: connectionView }),
  z.object({ action: z.literal('delete'), whatsappId: id }),
]);

/** There is a notice more, or this person has seen those there are. */
export const noticeFrame = z.object({ action: z.enum(['create', 'read']) });
/** A scheduled message is there, was changed, or is gone: for those who are answered what is in it. */
export const scheduleFrame = z.object({ action: z.literal('update'), scheduleId: id });
/** Figures are not what they were: they are answered to who asks. */
export const dashboardFrame = z.object({ action: z.literal('update') });
/** What a setting is from now on, for those who are answered it. */
export const settingFrame = z.object({ action: z.literal('update'), setting: settingView });

/** The options of a queue are no more what they were: `GET /queue-options` answers them. */
export const queueOptionsFrame = z.object({ action: z.literal('update'), queueId: id });

/** There are more entries in the audit trail: `GET /audit/news` says how many of those that are looked at. */
export const auditFrame = z.object({ action: z.literal('create') });

/** Names of company frames: `company-<companyId>-<suffix>`. */
export const companyEvent = (companyId: string, suffix: CompanyEventSuffix): string =>
  `company-${companyId}-${suffix}`;
export const companyEventSuffixes = [
  'ticket',
  'appMessage',
  'contact',
  'user',
  'whatsapp',
  'whatsappSession',
  'presence',
  'notice',
  'schedule',
  'setting',
  'queueOptions',
  'dashboard',
  'audit',
  'auth',
  ...Object.values(records).map(({ concept }) => concept),
] as const;
export type CompanyEventSuffix = (typeof companyEventSuffixes)[number];

export type CompanyFrames = {
  ticket: z.output<typeof ticketFrame>;
  appMessage: z.output<typeof messageFrame>;
  contact: z.output<typeof contactFrame>;
  user: z.output<typeof userFrame>;
  whatsapp: z.output<typeof connectionFrame>;
  whatsappSession: z.output<typeof sessionFrame>;
  presence: z.output<typeof presenceFrame>;
  notice: z.output<typeof noticeFrame>;
  schedule: z.output<typeof scheduleFrame>;
  setting: z.output<typeof settingFrame>;
  queueOptions: z.output<typeof queueOptionsFrame>;
  dashboard: z.output<typeof dashboardFrame>;
  audit: z.output<typeof auditFrame>;
  /** Another login took over, or an administrator ended this session. */
  auth: { action: 'logout'; reason: 'other-login' | 'revoked' };
} & RecordFrames;

/**
 * The first frame of a connection is `hello`, with the position that the screen may count on; `resync` says: load anew;
 * `ping` comes every 18 seconds, with `pingData`. What is not of the log (`ping`, presence) has position 0.
 */
export const frame = z.object({ event: z.string(), data: z.unknown(), position: z.number().int() });
export type Frame = z.output<typeof frame>;

/** What the browser says. */
export const clientMessage = z.discriminatedUnion('event', [
  /** `since`: what this conversation missed after that position is sent at once, or `resync`. */
  z.object({
    event: z.literal('joinChatBox'),
    ticketId: id,
    since: z.number().int().min(0).optional(),
  }),
  z.object({ event: z.literal('leaveChatBox'), ticketId: id }),
  /** Said while somebody writes, every few seconds; `typing` false when they stop. */
  z.object({ event: z.literal('typing'), ticketId: id, typing: z.boolean() }),
  z.object({ event: z.literal('joinNotification') }),
  z.object({ event: z.literal('joinTickets'), status: z.string().max(20) }),
  z.object({ event: z.literal('userStatus') }),
  /** The access token was refreshed: the session lives on without a new connection. */
  z.object({ event: z.literal('token'), token: z.string().max(4096) }),
  z.object({ event: z.literal('pong') }),
]);
export type ClientMessage = z.output<typeof clientMessage>;

/**
 * Whose number of sockets is full when one is refused with 429 before its upgrade. Pages cannot see that answer:
 * `GET /api/live` gives them the same one, or says that there is room.
 */
export const liveLimits = ['person', 'company', 'gateway'] as const;
export type LiveLimit = (typeof liveLimits)[number];
export const liveRefusal = z.object({ limit: z.enum(liveLimits) });
export const liveRoomAnswer = z.object({ hasRoom: z.literal(true) });

export const pingIntervalMs = 18_000;

/** Over how long pages come back that have lost their gateway, where it has not said otherwise. */
export const usualSpreadMs = 2_000;
/** What `ping` may say: how many pages there are, as the time over which they should come back should they lose it. */
export const pingData = z.object({ spreadMs: z.number().int().min(usualSpreadMs).max(60_000).optional() });
export type PingData = z.output<typeof pingData>;
export const userStatusIntervalMs = 300_000;
