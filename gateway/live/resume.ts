import { companyEvent } from '#contracts/live.ts';
import { messagesChangedSince } from '#projections/inbox/queries/messages.ts';
import { findTicket, ticketsChangedSince } from '#projections/inbox/queries/tickets.ts';
import type { Gateway } from '../gateway.ts';
import { encodeFrame, type LiveConnection } from './connection.ts';

const mostTickets = 300;
const mostMessages = 300;

type Reading = Pick<Gateway, 'tenants' | 'positions' | 'mediaLinks'>;

/**
 * The greeting of a new socket: the position it may count on, and for one that knew everything up to `since` what
 * it missed, or `resync` when that is too much.
 */
export const greeting = async (
  { tenants, positions, mediaLinks }: Reading,
  { companyId, viewer }: LiveConnection,
  since: number | undefined,
): Promise<readonly Buffer[]> => {
  const position = positions.known('inbox');
  const hello = encodeFrame('hello', { userId: viewer.userId, companyId }, position);
  if (since === undefined || since === position) return [hello];
  const resync = encodeFrame('resync', {}, position);
  if (since > position) return [hello, resync];
  const missed = await tenants.read(companyId, db => ticketsChangedSince(db, viewer, since, mostTickets));
  if (missed.more) return [hello, resync];
  const event = companyEvent(companyId, 'ticket');
  return [
    hello,
    ...mediaLinks
      .withPictures(missed.tickets)
      .map(ticket => encodeFrame(event, { action: 'update', ticket }, position)),
    ...missed.gone.map(ticketId => encodeFrame(event, { action: 'removeFromList', ticketId }, position)),
  ];
};

/** What a conversation that was open before has missed since then. */
export const missedMessages = async (
  { tenants, positions, mediaLinks }: Reading,
  { companyId, viewer }: LiveConnection,
  { ticketId, since }: { readonly ticketId: string; readonly since: number },
): Promise<readonly Buffer[]> => {
  const position = positions.known('inbox');
  const [found, missed] = await tenants.read(companyId, db =>
    Promise.all([findTicket(db, viewer, ticketId), messagesChangedSince(db, ticketId, since, mostMessages)]),
  );
  if (found.found !== 'ticket') return [];
  if (missed.more) return [encodeFrame('resync', {}, position)];
  const ticket = mediaLinks.withPictures(found.ticket);
  const event = companyEvent(companyId, 'appMessage');
  return missed.messages.map(message =>
    encodeFrame(
      event,
      { action: 'create', message: mediaLinks.signed(message), ticket, contact: ticket.contact },
      position,
    ),
  );
};
