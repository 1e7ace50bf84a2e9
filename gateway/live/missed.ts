import { companyEvent } from '#contracts/live.ts';
import type { TicketView } from '#contracts/views.ts';
import { canSee } from '#domain/ticket/visibility.ts';
import { namesChangedSince } from '#projections/inbox/queries/changed-names.ts';
import { ticketsChangedSince } from '#projections/inbox/queries/tickets.ts';
import type { Gateway } from '../gateway.ts';
import { type Audience, everybody } from './audience.ts';
import { encodeFrame } from './connection.ts';
import { connectionFrames } from './connection-frames.ts';
import { framesOf } from './frames.ts';
import { createReadMarks } from './read-marks.ts';

const mostTickets = 300;
const mostContacts = 300;

type Piece = {
  /** Whoever knew everything up to here does not need it. */
  readonly position: number;
  readonly audience: Audience;
  /** Encoded when the first one gets it. */
  readonly frame: () => Buffer;
};

/** What changed in a company, read once for all who come back: who is to be sent what of it is left to each. */
export type Missed = {
  /** All that changed after this position is in it. */
  readonly from: number;
  readonly pieces: readonly Piece[];
};

type Reading = Pick<Gateway, 'pool' | 'tenants' | 'positions' | 'mediaLinks'>;

/** Reads what changed after `since`, the newest changes when there are too many. */
export const readMissed = async (gateway: Reading, companyId: string, since: number): Promise<Missed> => {
  const { mediaLinks } = gateway;
  const position = gateway.positions.known('inbox');
  const ticketEvent = companyEvent(companyId, 'ticket');
  const { changed, names, named } = await gateway.tenants.read(companyId, async db => {
    const [changed, names] = await Promise.all([
      ticketsChangedSince(db, since, mostTickets),
      namesChangedSince(db, since, mostContacts),
    ]);
    const changes = { companyId, after: since, position, notified: names.changes, sessions: [] };
    const named = names.changes.length > 0 ? await framesOf(db, changes, createReadMarks(), mediaLinks) : [];
    return { changed, names, named };
  });
  const connectionIds = names.changes.flatMap(({ table, id }) => (table === 'connection' ? [id] : []));
  const connections = await connectionFrames(gateway, companyId, { changed: connectionIds, sessions: [] });
  const namesAt = Math.max(0, ...names.changes.map(change => change.position));
  const removal = (ticketId: string) => lazy(ticketEvent, { action: 'removeFromList', ticketId }, position);
  const ofTicket = (ticket: TicketView): readonly Piece[] => [
    {
      position: ticket.position,
      audience: ({ viewer }) => canSee(viewer, ticket),
      frame: lazy(ticketEvent, { action: 'update', ticket }, position),
    },
    {
      position: ticket.position,
      audience: ({ viewer }) => !canSee(viewer, ticket),
      frame: removal(ticket.id),
    },
  ];
  return {
    from: Math.max(changed.from, names.from),
    pieces: [
      ...mediaLinks.withPictures(changed.tickets).flatMap(ofTicket),
      ...changed.deleted.map(({ id, position }) => ({ position, audience: everybody, frame: removal(id) })),
      ...mediaLinks.withPictures([...named, ...connections]).map(({ event, data, audience }) => ({
        position: namesAt,
        audience,
        frame: lazy(event, data, position),
      })),
    ],
  };
};

const lazy = (event: string, data: unknown, position: number): (() => Buffer) => {
  let frame: Buffer | undefined;
  return () => {
    frame ??= encodeFrame(event, data, position);
    return frame;
  };
};
