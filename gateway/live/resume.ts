import { companyEvent } from '#contracts/live.ts';
import { canSee } from '#domain/ticket/visibility.ts';
import { messagesChangedSince } from '#projections/inbox/queries/messages.ts';
import { ticketsByIds } from '#projections/inbox/queries/tickets.ts';
import type { Gateway } from '../gateway.ts';
import { encodeFrame, type LiveConnection } from './connection.ts';
import { createSlots } from './slots.ts';

const mostMessages = 300;
/** Reads at a time. */
const reads = 2;

type Reading = Pick<Gateway, 'positions' | 'mediaLinks' | 'liveTenants'>;
type Wanted = { readonly companyId: string; readonly ticketId: string; readonly since: number };
type Conversation = {
  readonly sees: (connection: LiveConnection) => boolean;
  readonly frames: readonly Buffer[];
};

/**
 * What a conversation that was open before has missed since then. Those who ask for the same while it waits for its
 * turn share one read, and each gets it only if they may see the ticket.
 */
export const createCatchUp = (gateway: Reading) => {
  const inSlot = createSlots(reads);
  const waiting = new Map<string, Promise<Conversation>>();

  const read = (wanted: Wanted): Promise<Conversation> => {
    const key = `${wanted.companyId}/${wanted.ticketId}/${wanted.since}`;
    const planned =
      waiting.get(key) ??
      inSlot(() => {
        waiting.delete(key);
        return readConversation(gateway, wanted);
      });
    waiting.set(key, planned);
    return planned;
  };

  return async (connection: LiveConnection, ticketId: string, since: number): Promise<readonly Buffer[]> => {
    const { sees, frames } = await read({ companyId: connection.companyId, ticketId, since });
    return sees(connection) ? frames : [];
  };
};
export type CatchUp = ReturnType<typeof createCatchUp>;

const readConversation = async (
  { liveTenants, positions, mediaLinks }: Reading,
  { companyId, ticketId, since }: Wanted,
): Promise<Conversation> => {
  const position = positions.known('inbox');
  const [[found], missed] = await liveTenants.read(companyId, db =>
    Promise.all([ticketsByIds(db, [ticketId]), messagesChangedSince(db, ticketId, since, mostMessages)]),
  );
  if (!found) return { sees: () => false, frames: [] };
  const sees = ({ viewer }: LiveConnection) => canSee(viewer, found);
  if (missed.more) return { sees, frames: [encodeFrame('resync', {}, position)] };
  const ticket = mediaLinks.withPictures(found);
  const event = companyEvent(companyId, 'appMessage');
  const frames = missed.messages.map(each => {
    const message = mediaLinks.signed(each);
    return encodeFrame(event, { action: 'create', message, ticket, contact: ticket.contact }, position);
  });
  return { sees, frames };
};
