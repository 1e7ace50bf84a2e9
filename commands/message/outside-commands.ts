import { isLivingMessage } from '#domain/message/message.ts';
import { type Rejection, reject } from '#domain/shared/decision.ts';
import type { Ticket } from '#domain/ticket/ticket.ts';
import { numberKey } from '../contact/contact-keys.ts';
import { shownContact } from '../contact/shown-contact.ts';
import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';
import { activeTicketKey, isAttendedIn } from '../ticket/active-ticket.ts';
import { findContact } from './find-contact.ts';
import { findTicket } from './find-ticket.ts';
import { type SentBefore, sentBefore } from './sent-before.ts';

export type OutsideChat = {
  readonly connectionId: string;
  /** Digits, as WhatsApp has them where it was asked. */
  readonly number: string;
  /** Of a ticket that is opened for this. */
  readonly queueId: string | null;
};
export type OutsidePlace = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly number: string;
  /** The ticket, where it was read on the way. */
  readonly ticket?: Ticket | undefined;
};
type ActiveTicket = { readonly ticketId: string; readonly ticket: Ticket };

/** What programs outside need before a message of theirs is queued. */
export const outsideCommands = (deps: CommandDeps) => ({
  /**
   * The active ticket of who has a number, on a connection; contact and ticket are made when there are none. Two at once
   * find the same. ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND.
   */
  place: async (context: CommandContext, chat: OutsideChat): Promise<Rejection | OutsidePlace> => {
    const { companyId } = context;
    const { connectionId, number, queueId } = chat;
    if (!(await isConnection(deps, companyId, connectionId)))
      return reject('ERR_NO_WAPP_FOUND', { whatsappId: connectionId });
    if (queueId !== null && !(await isQueue(deps, companyId, queueId)))
      return reject('ERR_NO_QUEUE_FOUND', { queueId });
    const found = await findContact(deps, context, { number, lid: null, name: '', isGroup: false });
    const { ticketId } = await findTicket(deps, context, found, { connectionId, outgoing: { queueId } });
    return { ticketId, contactId: found.contactId, number: found.contact.number || number };
  },

  /** Which of some messages, in their order, an earlier run of the same command has queued, up to the first it has not. */
  sentBefore: async (companyId: string, messageIds: Iterable<string>): Promise<readonly SentBefore[]> => {
    const found: SentBefore[] = [];
    for (const id of messageIds) {
      const message = await sentBefore(deps, companyId, id);
      if (!message) break;
      found.push(message);
    }
    return found;
  },

  /** The number of a contact, or of whom it is shown under; empty where it has none, undefined for who was erased. */
  numberOf: async (companyId: string, contactId: string): Promise<string | undefined> => {
    const { state } = (await shownContact(deps, companyId, contactId)).folded;
    if (state.status === 'erased') return undefined;
    return state.status === 'active' ? state.number : '';
  },

  /**
   * When a message was queued that this process has just queued, or found queued by another run of the same command;
   * undefined where it is gone since.
   */
  queuedAt: async (companyId: string, messageId: string): Promise<string | undefined> => {
    const { message } = deps.states;
    const stream = message.stream(companyId, messageId);
    const { state } = message.cached(stream) ?? (await message.fresh(stream));
    return isLivingMessage(state) ? state.sentAt : undefined;
  },

  /** The name of an account of the company; undefined when there is no such account. */
  nameOf: async (companyId: string, userId: string): Promise<string | undefined> => {
    const { user } = deps.states;
    const { state } = await user.fresh(user.stream(companyId, userId));
    return state.status === 'active' ? state.name : undefined;
  },

  /**
   * What is there already of the chat, contact and ticket as they are now, found with as little reading as can be, since
   * most is written to somebody who is known. There is no place where the connection or the queue is not the company's:
   * `place` says which.
   */
  known: async (companyId: string, chat: OutsideChat): Promise<KnownPlace> => {
    const { connectionId, number, queueId } = chat;
    const [isConnected, isServed, contact, likely] = await Promise.all([
      isConnection(deps, companyId, connectionId),
      queueId === null || isKnownQueue(deps, companyId, queueId),
      contactUnder(deps, companyId, number),
      likelyTicket(deps, companyId, chat),
    ]);
    if (!isConnected || !isServed || !contact) return { contact };
    const { contactId } = contact;
    const ticket =
      likely?.contactId === contactId
        ? likely.ticket
        : await activeTicket(deps, companyId, { contactId, connectionId });
    return { contact, place: ticket && { ...contact, ...ticket } };
  },
});

type TicketPlace = { readonly contactId: string; readonly connectionId: string };
type KnownContact = Pick<OutsidePlace, 'contactId' | 'number'>;
export type KnownPlace = {
  readonly contact: KnownContact | undefined;
  readonly place?: OutsidePlace | undefined;
};

const contactUnder = (
  deps: CommandDeps,
  companyId: string,
  number: string,
): Promise<KnownContact | undefined> => {
  const key = numberKey(number, false);
  return deps.claims.ownerThat(companyId, key, async (owner, isNewest) => {
    const { contactId, folded } = await shownContact(deps, companyId, owner);
    const { state } = folded;
    if (state.status !== 'active') return undefined;
    const isOwn = contactId === owner && numberKey(state.number, false).value === key.value;
    return isOwn || isNewest ? { contactId, number: state.number || number } : undefined;
  });
};

/** The ticket that is active, as it is now. */
const activeTicket = (
  deps: CommandDeps,
  companyId: string,
  place: TicketPlace,
): Promise<ActiveTicket | undefined> =>
  deps.claims.ownerThat(companyId, activeTicketKey(place), ticketId =>
    servingTicket(deps, companyId, ticketId, place),
  );

/**
 * The ticket that is active, looked for under the contact that had the number when this process last looked: for who
 * looks meanwhile whether it has it still.
 */
const likelyTicket = async (
  deps: CommandDeps,
  companyId: string,
  { number, connectionId }: OutsideChat,
): Promise<{ readonly contactId: string; readonly ticket: ActiveTicket } | undefined> => {
  const { claims, states } = deps;
  const owner = claims.lastOwner(companyId, numberKey(number, false));
  const known = owner && states.contact.cached(states.contact.stream(companyId, owner))?.state;
  if (!known) return undefined;
  const place = { contactId: known.status === 'merged' ? known.winnerId : owner, connectionId };
  const ticketId = claims.lastOwner(companyId, activeTicketKey(place));
  const ticket = ticketId && (await servingTicket(deps, companyId, ticketId, place));
  return ticket ? { contactId: place.contactId, ticket } : undefined;
};

const servingTicket = async (
  deps: CommandDeps,
  companyId: string,
  ticketId: string,
  place: TicketPlace,
): Promise<ActiveTicket | undefined> => {
  const { ticket: states } = deps.states;
  const { state: ticket } = await states.fresh(states.stream(companyId, ticketId));
  return (await isAttendedIn(deps, companyId, ticket, place)) ? { ticketId, ticket } : undefined;
};

const isConnection = async (
  { states: { connection } }: CommandDeps,
  companyId: string,
  connectionId: string,
): Promise<boolean> =>
  (await connection.fresh(connection.stream(companyId, connectionId))).state.status === 'active';

const isQueue = async (
  { states: { queue } }: CommandDeps,
  companyId: string,
  queueId: string,
): Promise<boolean> => (await queue.fresh(queue.stream(companyId, queueId))).state.status === 'active';

/** As far as this process knows: a queue only has to be one, where a ticket is there already. */
const isKnownQueue = async (deps: CommandDeps, companyId: string, queueId: string): Promise<boolean> => {
  const { queue } = deps.states;
  const known = queue.cached(queue.stream(companyId, queueId));
  return known?.state.status === 'active' || isQueue(deps, companyId, queueId);
};
