import { companyEvent } from '#contracts/live.ts';
import { namesChangedSince } from '#projections/inbox/queries/changed-names.ts';
import { messagesChangedSince } from '#projections/inbox/queries/messages.ts';
import { findTicket, ticketsChangedSince } from '#projections/inbox/queries/tickets.ts';
import type { Gateway } from '../gateway.ts';
import { encodeFrame, type LiveConnection } from './connection.ts';
import { connectionFrames } from './connection-frames.ts';
import { framesOf, type Outgoing } from './frames.ts';
import { createReadMarks } from './read-marks.ts';

const mostTickets = 300;
const mostMessages = 300;
const mostContacts = 300;

type Reading = Pick<Gateway, 'pool' | 'tenants' | 'positions' | 'mediaLinks'>;

/**
 * The greeting of a new socket: the position it may count on, and for one that knew everything up to `since` what
 * it missed, or `resync` when that is too much.
 */
export const greeting = async (
  gateway: Reading,
  connection: LiveConnection,
  since: number | undefined,
): Promise<readonly Buffer[]> => {
  const { tenants, positions, mediaLinks } = gateway;
  const { companyId, viewer } = connection;
  const position = positions.known('inbox');
  const hello = encodeFrame('hello', { userId: viewer.userId, companyId }, position);
  if (since === undefined || since === position) return [hello];
  const resync = encodeFrame('resync', {}, position);
  if (since > position) return [hello, resync];
  const [missed, names] = await Promise.all([
    tenants.read(companyId, db => ticketsChangedSince(db, viewer, since, mostTickets)),
    missedNames(gateway, connection, since),
  ]);
  if (missed.more || names === undefined) return [hello, resync];
  const event = companyEvent(companyId, 'ticket');
  return [
    hello,
    ...mediaLinks
      .withPictures(missed.tickets)
      .map(ticket => encodeFrame(event, { action: 'update', ticket }, position)),
    ...missed.gone.map(ticketId => encodeFrame(event, { action: 'removeFromList', ticketId }, position)),
    ...names.map(({ event, data }) => encodeFrame(event, data, position)),
  ];
};

/** The names and colours that changed since and this screen may see; undefined when these are too many. */
const missedNames = async (
  gateway: Reading,
  connection: LiveConnection,
  since: number,
): Promise<readonly Outgoing[] | undefined> => {
  const { companyId } = connection;
  const position = gateway.positions.known('inbox');
  const { changes: told, more } = await gateway.tenants.read(companyId, db =>
    namesChangedSince(db, since, mostContacts),
  );
  if (more) return undefined;
  if (told.length === 0) return [];
  const changes = { companyId, after: since, position, told, sessions: [] };
  const changed = told.flatMap(({ table, id }) => (table === 'connection' ? [id] : []));
  const [named, connections] = await Promise.all([
    gateway.tenants.read(companyId, db => framesOf(db, changes, createReadMarks(), gateway.mediaLinks)),
    connectionFrames(gateway, companyId, { changed, sessions: [] }),
  ]);
  const seen = [...named, ...connections].filter(({ audience }) => audience(connection));
  return gateway.mediaLinks.withPictures(seen);
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
