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

type Reading = Pick<Gateway, 'positions' | 'mediaLinks' | 'liveTenants' | 'log'>;
type Wanted = { readonly companyId: string; readonly ticketId: string; readonly since: number };
type Conversation = {
  readonly sees: (connection: LiveConnection) => boolean;
  readonly frames: readonly Buffer[];
};

/**
 * Sends what conversations that were open before have missed since then. A socket has one read at a time under way or
 * waiting, so that none keeps the others from their turn: what it joins meanwhile waits, each conversation once and
 * only for as long as it is open. Sockets that ask for the same while it waits for its turn share one read, and each
 * gets it only if they may see the ticket. A socket that cannot be caught up is closed, and comes back by itself.
 */
export const createCatchUp = (gateway: Reading) => {
  const inSlot = createSlots(reads);
  const waiting = new Map<string, Promise<Conversation>>();
  const joined = new WeakMap<LiveConnection, Map<string, number>>();

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

  const work = async (connection: LiveConnection, mine: Map<string, number>): Promise<void> => {
    try {
      for (const [ticketId, since] of mine) {
        mine.delete(ticketId);
        if (!connection.chatBoxes.has(ticketId)) continue;
        const { sees, frames } = await read({ companyId: connection.companyId, ticketId, since });
        if (sees(connection)) connection.sendAll(frames);
      }
    } catch (error) {
      gateway.log.warn({ err: error }, 'a conversation could not be caught up');
      connection.close(1013, 'ERR_UNAVAILABLE');
    } finally {
      joined.delete(connection);
    }
  };

  return (connection: LiveConnection, ticketId: string, since: number): void => {
    const there = joined.get(connection);
    const mine = there ?? new Map<string, number>();
    mine.set(ticketId, Math.min(since, mine.get(ticketId) ?? since));
    if (there) return;
    joined.set(connection, mine);
    void work(connection, mine);
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
