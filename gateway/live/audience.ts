import type { TicketView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { canSee, type Seen } from '#domain/ticket/visibility.ts';
import type { LiveConnection } from './connection.ts';

/** Who is sent a frame: chosen here, by who somebody is, never by what a browser asks for alone. */
export type Audience = (connection: LiveConnection) => boolean;

export const everybody: Audience = () => true;
export const secretKeepers: Audience = ({ viewer }) => may(viewer, 'connection.readSecrets');
export const noticeReaders: Audience = ({ viewer }) => may(viewer, 'notice.list');
export const figureReaders: Audience = ({ viewer }) => may(viewer, 'dashboard.view');
export const allOthers: Audience = connection => !secretKeepers(connection);

export const thoseWhoSee =
  (ticket: Seen): Audience =>
  ({ viewer }) =>
    canSee(viewer, ticket);

/** Those who could see a ticket as it was and cannot any more. */
export const thoseWhoLost =
  (was: Seen, now: Seen): Audience =>
  ({ viewer }) =>
    canSee(viewer, was) && !canSee(viewer, now);

/** Messages go to who has the conversation open or wants notifications, and may see the ticket. */
export const listenersTo =
  (ticket: TicketView): Audience =>
  connection =>
    (connection.notifications || connection.chatBoxes.has(ticket.id)) && canSee(connection.viewer, ticket);
