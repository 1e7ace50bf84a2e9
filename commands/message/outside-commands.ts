import { type Rejection, reject } from '#domain/shared/decision.ts';
import { numberKey } from '../contact/contact-keys.ts';
import { shownContact } from '../contact/shown-contact.ts';
import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';
import { findContact } from './find-contact.ts';
import { findTicket } from './find-ticket.ts';

export type OutsideChat = {
  readonly connectionId: string;
  /** Digits, as WhatsApp has them where it was asked. */
  readonly number: string;
  /** Of a ticket that is opened for this. */
  readonly queueId: string | null;
};
export type OutsidePlace = { readonly ticketId: string; readonly contactId: string; readonly number: string };

/** What programs outside need before a message of theirs is queued. */
export const outsideCommands = (deps: CommandDeps) => ({
  /**
   * The active ticket of who has a number, on a connection; contact and ticket are made when there are none. Two at once
   * find the same. ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND.
   */
  place: async (context: CommandContext, chat: OutsideChat): Promise<Rejection | OutsidePlace> => {
    const refused = await refusedPlace(deps, context.companyId, chat);
    if (refused) return refused;
    const { connectionId, number, queueId } = chat;
    const found = await findContact(deps, context, { number, lid: null, name: '', isGroup: false });
    const { ticketId } = await findTicket(deps, context, found, { connectionId, outgoing: { queueId } });
    return { ticketId, contactId: found.contactId, number: found.contact.number || number };
  },

  /** Where a message stands already, by the log; undefined when there is no such message. */
  placed: async (
    companyId: string,
    messageId: string,
  ): Promise<{ readonly ticketId: string; readonly contactId: string } | undefined> => {
    const { message } = deps.states;
    const { state } = await message.fresh(message.stream(companyId, messageId));
    return state.status === 'none' ? undefined : { ticketId: state.ticketId, contactId: state.contactId };
  },

  /** The name of an account of the company; undefined when there is no such account. */
  nameOf: async (companyId: string, userId: string): Promise<string | undefined> => {
    const { user } = deps.states;
    const { state } = await user.fresh(user.stream(companyId, userId));
    return state.status === 'active' ? state.name : undefined;
  },

  /** Whether the company has a contact under a number: WhatsApp need not be asked about it. */
  isKnown: async (companyId: string, number: string): Promise<boolean> => {
    const owner = await deps.claims.owner(companyId, numberKey(number, false));
    if (owner === undefined) return false;
    const { folded } = await shownContact(deps, companyId, owner);
    return folded.state.status === 'active';
  },
});

const refusedPlace = async (
  { states: { connection, queue } }: CommandDeps,
  companyId: string,
  { connectionId, queueId }: OutsideChat,
): Promise<Rejection | undefined> => {
  const over = await connection.fresh(connection.stream(companyId, connectionId));
  if (over.state.status !== 'active') return reject('ERR_NO_WAPP_FOUND', { whatsappId: connectionId });
  if (queueId === null) return undefined;
  const { state } = await queue.fresh(queue.stream(companyId, queueId));
  return state.status === 'active' ? undefined : reject('ERR_NO_QUEUE_FOUND', { queueId });
};
