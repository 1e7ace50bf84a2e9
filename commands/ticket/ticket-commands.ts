import { servesQueue } from '#domain/access/may.ts';
import { reject } from '#domain/shared/decision.ts';
import {
  acceptTicket,
  closeQuietTicket,
  closeTicket,
  deleteTicket,
  leaveQueue,
  readTicket,
  refuseAssignee,
  returnTicket,
  returnTicketOf,
  transferTicket,
} from '#domain/ticket/decide.ts';
import { isLiving, type Ticket } from '#domain/ticket/ticket.ts';
import type { Revision } from '#eventstore/types.ts';
import { shownContact } from '../contact/shown-contact.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { closingCommands } from './closing.ts';
import { joinTicketCommand } from './join-tickets.ts';
import { menuCommands } from './menu-commands.ts';
import { onTicket } from './on-ticket.ts';
import { openTicketCommand } from './open-ticket.ts';
import { deleteNoteCommand, noteTicketCommand, tagTicketCommand } from './remark-commands.ts';
import { reopenTicketCommand } from './reopen-ticket.ts';

type OfTicket = { readonly ticketId: string };

/** The commands on tickets. A user may give them only on tickets they can see. */
export const ticketCommands = (deps: CommandDeps) => ({
  open: openTicketCommand(deps),
  reopen: reopenTicketCommand(deps),
  join: joinTicketCommand(deps),
  tag: tagTicketCommand(deps),
  note: noteTicketCommand(deps),
  ...menuCommands(deps),
  deleteNote: deleteNoteCommand(deps),
  ...closingCommands(deps),

  /** Takes a pending ticket for the acting person. Two at once: one gets it, the other is told who did. */
  accept: async (
    context: CommandContext,
    input: OfTicket & { queueId?: string | null | undefined; expectedRevision?: Revision | undefined },
  ): Promise<Outcome> => {
    const { principal } = context;
    const userId = principal?.userId;
    if (userId === undefined) return reject('ERR_NO_PERMISSION', { action: 'ticket.accept' });
    const queueId = input.queueId ?? undefined;
    if (queueId && principal && !servesQueue(principal, queueId)) {
      return reject('ERR_USER_NOT_IN_QUEUE', { userId, queueId });
    }
    if (queueId && !(await isQueue(deps, context, queueId))) return reject('ERR_NO_QUEUE_FOUND', { queueId });
    const { expectedRevision, ticketId } = input;
    const decide = (ticket: Ticket) => acceptTicket({ ticketId, userId, queueId }, ticket);
    const handling = onTicket(deps, ticketId, 'ticket.accept', decide);
    return (await handle(context, { ...handling, expectedRevision })).outcome;
  },

  /** Back to pending, for anybody to take. */
  return: async (context: CommandContext, { ticketId }: OfTicket): Promise<Outcome> => {
    const decide = (ticket: Ticket) => returnTicket({ ticketId, reason: 'attendant' }, ticket);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.return', decide))).outcome;
  },

  /** Back to pending if it is still with an attendant who was removed. */
  returnOf: async (
    context: CommandContext,
    { ticketId, userId }: OfTicket & { userId: string },
  ): Promise<Outcome> => {
    const decide = (ticket: Ticket) => returnTicketOf({ ticketId, userId }, ticket);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.return', decide))).outcome;
  },

  /** To a queue, and there to an attendant if one is named. */
  transfer: async (
    context: CommandContext,
    input: OfTicket & {
      queueId: string | null;
      userId?: string | null | undefined;
      notes?: string | null | undefined;
    },
  ): Promise<Outcome> => {
    const { ticketId, queueId } = input;
    const userId = input.userId ?? null;
    const { user } = deps.states;
    const [queueExists, assignee] = await Promise.all([
      queueId !== null && isQueue(deps, context, queueId),
      userId ? user.fresh(user.stream(context.companyId, userId)) : undefined,
    ]);
    const facts = { queueExists, assignee: assignee?.state ?? null };
    const command = { ticketId, queueId, userId, notes: input.notes ?? null };
    const decide = (ticket: Ticket) => transferTicket(command, ticket, facts);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.transfer', decide))).outcome;
  },

  /** Out of a queue that is gone, where it is still in it: to `successorId` if that is there, else to none. */
  leaveQueue: async (
    context: CommandContext,
    input: OfTicket & { readonly queueId: string; readonly successorId: string | null },
  ): Promise<Outcome> => {
    const { ticketId, queueId, successorId } = input;
    const { ticket: tickets, user } = deps.states;
    const { companyId } = context;
    const [{ state: now }, hasSuccessor] = await Promise.all([
      tickets.fresh(tickets.stream(companyId, ticketId)),
      successorId !== null && isQueue(deps, context, successorId),
    ]);
    const next = hasSuccessor ? successorId : null;
    const userId = 'userId' in now ? now.userId : null;
    const attendant = userId ? (await user.fresh(user.stream(companyId, userId))).state : null;
    const refused = userId === null || refuseAssignee({ userId, queueId: next }, attendant) !== undefined;
    const command = { ticketId, queueId, successorId: next, keptBy: refused ? null : userId };
    const decide = (ticket: Ticket) => leaveQueue(command, ticket);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.transfer', decide))).outcome;
  },

  /** Resolves it in the name of the acting person, or with `justClose` in nobody's. */
  close: async (
    context: CommandContext,
    input: OfTicket & { justClose?: boolean | undefined },
  ): Promise<Outcome> => {
    const { ticketId } = input;
    const userId = context.principal?.userId ?? null;
    const justClose = input.justClose ?? false;
    const decide = (ticket: Ticket) => closeTicket({ ticketId, userId, justClose }, ticket);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.close', decide))).outcome;
  },

  /** Closes an open ticket in which nothing was written for long; does nothing to any other. */
  closeQuiet: async (context: CommandContext, { ticketId }: OfTicket): Promise<Outcome> => {
    const decide = (ticket: Ticket) => closeQuietTicket({ ticketId }, ticket);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.close', decide))).outcome;
  },

  /** The acting person has seen everything up to now. */
  read: async (context: CommandContext, { ticketId }: OfTicket): Promise<Outcome> => {
    const userId = context.principal?.userId ?? null;
    const decide = (ticket: Ticket) => readTicket({ ticketId, userId }, ticket);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.read', decide))).outcome;
  },

  delete: async (context: CommandContext, { ticketId }: OfTicket): Promise<Outcome> => {
    const decide = (ticket: Ticket) => deleteTicket({ ticketId }, ticket);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.delete', decide))).outcome;
  },

  /** Whether a ticket is a contact's, or that of somebody who is the same person. */
  isOf: async ({
    companyId,
    ticketId,
    contactId,
  }: OfTicket & { readonly companyId: string; readonly contactId: string }): Promise<boolean> => {
    const { ticket: states } = deps.states;
    const { state } = await states.fresh(states.stream(companyId, ticketId));
    if (!isLiving(state)) return false;
    const [its, theirs] = await Promise.all(
      [state.contactId, contactId].map(each => shownContact(deps, companyId, each)),
    );
    return its?.contactId === theirs?.contactId;
  },
});

const isQueue = async (
  { states: { queue } }: CommandDeps,
  { companyId }: CommandContext,
  queueId: string,
): Promise<boolean> => (await queue.fresh(queue.stream(companyId, queueId))).state.status === 'active';
