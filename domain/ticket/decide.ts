import { may, servesQueue } from '../access/may.ts';
import { type Decision, nothing, type Rejection, reject } from '../shared/decision.ts';
import type { User } from '../user/user.ts';
import type { TicketEvent } from './events.ts';
import { type Intent, isActive, lifecycle } from './lifecycle.ts';
import { isChoosing, isForMachines, isLiving, type LivingTicket, menuStepOf, type Ticket } from './ticket.ts';

type Decided = Decision<TicketEvent>;

export type OpenTicket = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly status: 'pending' | 'open';
  readonly isGroup: boolean;
  /** Inbound messages, and who may open tickets without one, need no queue. */
  readonly queueRequired: boolean;
  /** Its contact is to choose one of the connection's queues. */
  readonly choosesQueue?: boolean | undefined;
};

export const openTicket = (command: OpenTicket, ticket: Ticket): Decided => {
  const { queueRequired, choosesQueue, status, userId, ...place } = command;
  if (ticket.status !== 'none') return reject('ERR_OTHER_OPEN_TICKET', { ticketId: command.ticketId });
  if (queueRequired && !command.isGroup && command.queueId === null) return reject('ERR_QUEUE_REQUIRED');
  if (command.isGroup) {
    return [{ type: 'TicketOpened', data: { ...place, queueId: null, userId: null, status: 'groups' } }];
  }
  if (status === 'open' && userId === null) return reject('ERR_CREATING_TICKET', { reason: 'userId' });
  if (status === 'open') return [{ type: 'TicketOpened', data: { ...place, status, userId } }];
  const choice = choosesQueue && place.queueId === null ? { choosesQueue } : {};
  return [{ type: 'TicketOpened', data: { ...place, ...choice, status, userId: null } }];
};

export type OpenHistory = Pick<OpenTicket, 'ticketId' | 'contactId' | 'connectionId' | 'isGroup'>;

/** The ticket of what was written before the company was here: closed from the start, and nobody's. */
export const openHistory = (command: OpenHistory, ticket: Ticket): Decided => {
  if (ticket.status === 'deleted') return reject('ERR_NO_TICKET_FOUND');
  if (ticket.status !== 'none') return nothing;
  const nobodys = { queueId: null, userId: null };
  return [{ type: 'TicketOpened', data: { ...command, ...nobodys, status: 'closed' } }];
};

export type AcceptTicket = {
  readonly ticketId: string;
  readonly userId: string;
  readonly queueId?: string | undefined;
  /** Where a ticket goes whose contact has not chosen a queue in the menu yet. */
  readonly firstQueueId?: string | undefined;
};

/** Takes it out of the menu, too. */
export const acceptTicket = (
  { ticketId, userId, firstQueueId, ...command }: AcceptTicket,
  ticket: Ticket,
): Decided => {
  if (ticket.status === 'open' && ticket.userId === userId) return nothing;
  return along(ticket, 'accept', living => {
    const step = menuStepOf(living);
    const queueId = command.queueId ?? living.queueId ?? (isChoosing(living) ? (firstQueueId ?? null) : null);
    return [
      ...(step
        ? [{ type: 'TicketMenuLeft' as const, data: { ticketId, queueId, reason: 'taken-out' as const } }]
        : []),
      { type: 'TicketAccepted', data: { ticketId, userId, queueId } },
    ];
  });
};

export const returnTicket = (
  command: { readonly ticketId: string; readonly reason: 'attendant' | 'attendant-removed' },
  ticket: Ticket,
): Decided => along(ticket, 'return', () => [{ type: 'TicketReturned', data: command }]);

/** An attendant who is gone has nothing left to give back. */
export const returnTicketOf = (
  command: { readonly ticketId: string; readonly userId: string },
  ticket: Ticket,
): Decided =>
  ticket.status === 'open' && ticket.userId === command.userId
    ? [{ type: 'TicketReturned', data: { ticketId: command.ticketId, reason: 'attendant-removed' } }]
    : nothing;

export type TransferTicket = {
  readonly ticketId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly notes: string | null;
};

/** What the rest of the company says about the place a ticket shall go to. */
export type TransferFacts = { readonly queueExists: boolean; readonly assignee: User | null };

export const transferTicket = (command: TransferTicket, ticket: Ticket, facts: TransferFacts): Decided =>
  along(ticket, 'transfer', living => {
    const { ticketId, queueId, userId, notes } = command;
    if (queueId === null) return reject('ERR_QUEUE_REQUIRED');
    if (!facts.queueExists) return reject('ERR_NO_QUEUE_FOUND', { queueId });
    const refused = userId === null ? undefined : refuseAssignee({ userId, queueId }, facts.assignee);
    if (refused) return refused;
    if (living.queueId === queueId && living.userId === userId && !notes) return nothing;
    return [{ type: 'TicketTransferred', data: { ticketId, queueId, userId, notes } }];
  });

export type LeaveQueue = {
  readonly ticketId: string;
  /** That is gone. */
  readonly queueId: string;
  readonly successorId: string | null;
  /** An attendant who may keep it there. */
  readonly keptBy: string | null;
};

/** A ticket leaves a queue that is gone, with its attendant where they serve the next one, too. */
export const leaveQueue = (
  { ticketId, queueId, successorId, keptBy }: LeaveQueue,
  ticket: Ticket,
): Decided => {
  if (!isLiving(ticket) || !isActive(ticket.status) || ticket.queueId !== queueId) return nothing;
  const userId = ticket.userId === keptBy ? keptBy : null;
  const data = { ticketId, queueId: successorId, userId, notes: null, reason: 'queue-removed' as const };
  return [{ type: 'TicketTransferred', data }];
};

/** Why a ticket of this queue may not be this user's: they are not there, or not of the queue. */
export const refuseAssignee = (
  { userId, queueId }: { readonly userId: string; readonly queueId: string | null },
  assignee: User | null,
): Rejection | undefined => {
  if (assignee?.status !== 'active') return reject('ERR_NO_USER_FOUND', { userId });
  const belongs = queueId === null || servesQueue(assignee, queueId);
  return belongs ? undefined : reject('ERR_USER_NOT_IN_QUEUE', { userId, queueId });
};

export const closeTicket = (
  command: { readonly ticketId: string; readonly userId: string | null; readonly justClose: boolean },
  ticket: Ticket,
): Decided =>
  along(ticket, 'resolve', () => [
    { type: 'TicketClosed', data: { ...command, userId: command.justClose ? null : command.userId } },
  ]);

/** Only what somebody attends to: pending tickets and groups wait for as long as it takes. */
export const closeQuietTicket = (command: { readonly ticketId: string }, ticket: Ticket): Decided => {
  if (ticket.status !== 'open' || ticket.isGroup) return nothing;
  const data = { ...command, userId: null, justClose: true, reason: 'auto-close' as const };
  return [{ type: 'TicketClosed', data }];
};

/** It waits again, or with `userId` is theirs at once; a group waits for anybody. */
export const reopenTicket = (
  command: {
    readonly ticketId: string;
    readonly queueId: string | null;
    readonly connectionId?: string | undefined;
    readonly userId?: string | undefined;
    /** They have just resolved it: where it stays where it was, the closing is taken back. */
    readonly undoes?: boolean | undefined;
  },
  ticket: Ticket,
): Decided =>
  along(ticket, 'reopen', living => {
    const queueId = living.isGroup ? null : command.queueId;
    if (!living.isGroup && queueId === null) return reject('ERR_QUEUE_REQUIRED');
    const connectionId = command.connectionId ?? living.connectionId;
    const { ticketId, userId } = command;
    const isSamePlace = queueId === living.queueId && connectionId === living.connectionId;
    const undone = command.undoes && userId && isSamePlace ? { undoesClosing: true as const } : {};
    const data = { ticketId, queueId, connectionId, ...undone };
    const reopened: TicketEvent = { type: 'TicketReopened', data };
    if (!userId || living.isGroup) return [reopened];
    return [reopened, { type: 'TicketAccepted', data: { ticketId, userId, queueId } }];
  });

export const readTicket = (
  command: { readonly ticketId: string; readonly userId: string | null },
  ticket: Ticket,
): Decided => {
  if (ticket.status === 'none') return reject('ERR_NO_TICKET_FOUND');
  return ticket.status === 'deleted' ? nothing : [{ type: 'TicketRead', data: command }];
};

export const deleteTicket = (command: { readonly ticketId: string }, ticket: Ticket): Decided =>
  ticket.status === 'deleted'
    ? nothing
    : along(ticket, 'delete', () => [{ type: 'TicketDeleted', data: command }]);

export type Sender = { readonly userId: string | null; readonly profile: 'admin' | 'user' | 'machine' };

/**
 * Why nothing may be sent on this ticket by this sender, or undefined when it may: only on open tickets by
 * the attendant who has it or who may answer any, and on groups by everybody. What nobody writes, like a greeting, is sent on
 * pending tickets, too.
 */
export const refuseSend = (ticket: Ticket, sender: Sender): Rejection | undefined => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  if (sender.profile === 'machine' && ticket.status === 'pending') return undefined;
  const transition = lifecycle[ticket.status].send;
  if (transition.kind === 'refused') return reject(transition.code, { userId: ticket.userId });
  const { profile } = sender;
  if (profile === 'machine' || may({ profile }, 'ticket.answerAny')) return undefined;
  if (ticket.isGroup || ticket.userId === sender.userId) return undefined;
  return reject('ERR_NO_PERMISSION', { userId: ticket.userId });
};

/** The same for what the menu says: never where somebody has the ticket, or had it. */
export const refuseMenuText = (ticket: Ticket, sender: Sender): Rejection | undefined => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  if (isForMachines(ticket)) return refuseSend(ticket, sender);
  return reject('ERR_TICKET_ALREADY_ACCEPTED', { status: ticket.status, userId: ticket.userId });
};

/** The same for what nobody writes and what follows a closing: never to groups. */
export const refuseClosed = (ticket: Ticket, sender: Sender): Rejection | undefined => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  if (sender.profile !== 'machine' || ticket.isGroup) return reject('ERR_NO_PERMISSION');
  return undefined;
};

const along = (ticket: Ticket, intent: Intent, go: (ticket: LivingTicket) => Decided): Decided => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  const transition = lifecycle[ticket.status][intent];
  switch (transition.kind) {
    case 'goes':
      return go(ticket);
    case 'stays':
      return nothing;
    case 'refused':
      return reject(transition.code, { status: ticket.status, userId: ticket.userId });
  }
};
