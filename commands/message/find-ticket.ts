import { openTicket } from '#domain/ticket/decide.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { isLiving } from '#domain/ticket/ticket.ts';
import type { Owners } from '../claims.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import { newId } from '../ids.ts';
import type { CommandDeps } from '../states.ts';
import { activeTicketKey, isOneWith, ticketOwners } from '../ticket/active-ticket.ts';
import { onTicket } from '../ticket/on-ticket.ts';
import type { Answer } from './answer-closed.ts';
import type { FoundContact } from './find-contact.ts';

const tries = 5;

/** `contactId` is the ticket's: that of somebody merged into who was found, perhaps. */
export type FoundTicket = {
  readonly ticketId: string;
  readonly contactId: string;
  /** The ticket is closed, and this is what it asked for. */
  readonly answers?: Answer['answers'];
};

type AnswerTo = (ticketId: string) => Promise<Answer | undefined>;
type Sought = {
  readonly connectionId: string;
  /** Looks whether the message answers the closed ticket that was the contact's last, and notes it. */
  readonly answerTo?: AnswerTo | undefined;
  /** Where a ticket opened for what the company sends goes: nobody is asked to choose a queue then. */
  readonly outgoing?: { readonly queueId: string | null } | undefined;
};

/**
 * The active ticket of a contact on a connection, opened when there is none: pending (groups: in status
 * groups), in the contact's default queue, else the connection's only one, else none. Two at once find the
 * same ticket. A message that answers what the last one asked after its closing stands there. For what the company sends
 * (`outgoing`) it is in the queue that was named, else the contact's, else the connection's first.
 */
export const findTicket = async (
  deps: CommandDeps,
  context: CommandContext,
  found: FoundContact,
  { connectionId, answerTo, outgoing }: Sought,
): Promise<FoundTicket> => {
  const { contactId, contact, isNew } = found;
  const { claims, states } = deps;
  const place = { contactId, connectionId };
  let answer: Answer | undefined;
  const owners = answering(ticketOwners(deps, context, place), async ticketId => {
    // It was just looked at.
    const ended = states.ticket.cached(states.ticket.stream(context.companyId, ticketId))?.state;
    const isTheirs =
      answerTo &&
      ended &&
      isLiving(ended) &&
      (await isOneWith(deps, context.companyId, ended.contactId, contactId));
    answer = isTheirs ? await answerTo(ticketId) : undefined;
    return answer !== undefined;
  });
  const own = answerTo && (await answerToOwn(deps, context, found, { connectionId, answerTo }));
  if (own) return own;
  const key = activeTicketKey(place);
  for (let turn = 0; turn < tries; turn += 1) {
    const made = newId();
    const ticketId = await claims.take(context, { key, ownerId: made, adopt: true, wasFree: isNew }, owners);
    if (answer?.ticketId === ticketId) return answer;
    const stream = states.ticket.stream(context.companyId, ticketId);
    const { state: before } =
      ticketId === made ? states.ticket.unwritten(stream) : await states.ticket.fresh(stream);
    if (isLiving(before) && isActive(before.status)) return { ticketId, contactId: before.contactId };
    const known = outgoing?.queueId ?? contact.queueId;
    const isAsked = known === null && !contact.isGroup;
    const queues = isAsked ? await queuesOf(deps, context, connectionId) : [];
    const choosesQueue = queues.length > 1 && !outgoing;
    const queueId = known ?? (choosesQueue ? null : (queues[0] ?? null));
    const command = {
      ...{ ticketId, contactId, connectionId, queueId, userId: null },
      ...{ status: 'pending' as const, isGroup: contact.isGroup, queueRequired: false },
      choosesQueue,
    };
    const decide = onTicket(deps, ticketId, 'ticket.open', ticket => openTicket(command, ticket));
    const isUnwritten = before.status === 'none';
    const { state } = await handle(stepOf(context, 'ticket', ticketId), { ...decide, isNew: isUnwritten });
    if (isActive(state.status)) return { ticketId, contactId };
  }
  throw new Error(`the active ticket of a contact ended ${tries} times while it was being found`);
};

/**
 * What somebody's own ticket asked before they were merged is answered there, as long as whoever they are shown as is not
 * attended in another.
 */
const answerToOwn = async (
  deps: CommandDeps,
  context: CommandContext,
  { ownerId, contactId }: FoundContact,
  { connectionId, answerTo }: Pick<Sought, 'connectionId'> & { readonly answerTo: AnswerTo },
): Promise<Answer | undefined> => {
  if (ownerId === contactId) return undefined;
  const { companyId } = context;
  const lastTicket = async (whose: string) => {
    const ticketId = await deps.claims.owner(companyId, activeTicketKey({ contactId: whose, connectionId }));
    if (!ticketId) return undefined;
    const { state } = await deps.states.ticket.fresh(deps.states.ticket.stream(companyId, ticketId));
    return { ticketId, state };
  };
  const shown = await lastTicket(contactId);
  if (shown && isActive(shown.state.status)) return undefined;
  const own = await lastTicket(ownerId);
  if (!own || !isLiving(own.state) || own.state.contactId !== ownerId) return undefined;
  return isActive(own.state.status) ? undefined : answerTo(own.ticketId);
};

/** Who was the last to have the key keeps it when the message is for them. */
const answering = (owners: Owners, isAnswered: (ticketId: string) => Promise<boolean>): Owners => ({
  ...owners,
  look: async (ticketId, claimedAt) => {
    const state = await owners.look(ticketId, claimedAt);
    return state === 'gone' && (await isAnswered(ticketId)) ? 'alive' : state;
  },
});

const queuesOf = async (
  { states: { connection } }: CommandDeps,
  { companyId }: CommandContext,
  connectionId: string,
): Promise<readonly string[]> => {
  const { state } = await connection.fresh(connection.stream(companyId, connectionId));
  return state.status === 'active' ? state.fields.queueIds : [];
};
