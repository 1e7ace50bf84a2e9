import { may, servesQueue } from '#domain/access/may.ts';
import { isRejection, type Rejection, reject } from '#domain/shared/decision.ts';
import { openTicket, refuseAssignee } from '#domain/ticket/decide.ts';
import type { Ticket } from '#domain/ticket/ticket.ts';
import { worksOn } from '#domain/ticket/visibility.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { dryRun, handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { activeTicketKey, ticketOwners } from './active-ticket.ts';
import { onTicket } from './on-ticket.ts';

export type OpenTicketInput = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  /** Whose it is when it is open from the start; the acting person by default. */
  readonly userId?: string | null | undefined;
  readonly status: 'pending' | 'open';
};

/**
 * Opens a ticket for a contact on a connection, when there is no active one: else ERR_OTHER_OPEN_TICKET with
 * its id. Who opens it names one of their queues, or none where they may. Who opens it for somebody else names
 * an attendant of the queue.
 */
export const openTicketCommand =
  (deps: CommandDeps) =>
  async (context: CommandContext, input: OpenTicketInput): Promise<Outcome> => {
    const { contactId, connectionId, queueId } = input;
    const { principal } = context;
    const userId = input.userId ?? principal?.userId ?? null;
    if (principal && queueId && !servesQueue(principal, queueId)) {
      return reject('ERR_USER_NOT_IN_QUEUE', { userId: principal.userId, queueId });
    }
    if (principal && !worksOn(principal, connectionId)) return reject('ERR_NO_PERMISSION', { connectionId });
    if (input.status === 'open' && !mayOpenFor(principal, userId))
      return reject('ERR_NO_PERMISSION', { userId });
    const { contact, connection, queue } = deps.states;
    const [who, over, line] = await Promise.all([
      contact.fresh(contact.stream(context.companyId, contactId)),
      connection.fresh(connection.stream(context.companyId, connectionId)),
      queueId ? queue.fresh(queue.stream(context.companyId, queueId)) : undefined,
    ]);
    if (who.state.status !== 'active') return reject('ERR_NO_CONTACT_FOUND', { contactId });
    if (over.state.status !== 'active') return reject('ERR_NO_WAPP_FOUND', { connectionId });
    if (line && line.state.status !== 'active') return reject('ERR_NO_QUEUE_FOUND', { queueId });
    const refused = await refusedAssignee(deps, context, { ...input, userId });
    if (refused) return refused;
    const { isGroup } = who.state;
    const command = {
      ...input,
      userId,
      isGroup,
      queueRequired: principal !== null && !may(principal, 'ticket.openWithoutQueue'),
    };
    const decide = (ticket: Ticket) => openTicket(command, ticket);
    return openClaimed(deps, context, command, decide);
  };

const mayOpenFor = (principal: CommandContext['principal'], userId: string | null): boolean =>
  principal === null || userId === principal.userId || may(principal, 'ticket.openForOthers');

/** Whose it shall be, when that is not the acting person. */
const refusedAssignee = async (
  { states: { user } }: CommandDeps,
  { companyId, principal }: CommandContext,
  { userId, queueId, status }: Pick<OpenTicketInput, 'queueId' | 'status'> & { userId: string | null },
): Promise<Rejection | undefined> => {
  if (status !== 'open' || userId === null || userId === principal?.userId) return undefined;
  const { state } = await user.fresh(user.stream(companyId, userId));
  return refuseAssignee({ userId, queueId }, state);
};

const openClaimed = async (
  deps: CommandDeps,
  context: CommandContext,
  place: { ticketId: string; contactId: string; connectionId: string },
  decide: (ticket: Ticket) => ReturnType<typeof openTicket>,
): Promise<Outcome> => {
  const { ticketId } = place;
  const handling = { ...onTicket(deps, ticketId, 'ticket.open', decide), isNew: true };
  const { refusal, done } = await dryRun(context, handling);
  if (refusal) return refusal;
  if (done) return (await handle(context, handling)).outcome;
  const key = activeTicketKey(place);
  const owners = ticketOwners(deps, context, place);
  const owner = await deps.claims.take(context, { key, ownerId: ticketId }, owners);
  if (owner !== ticketId) return reject('ERR_OTHER_OPEN_TICKET', { ticketId: owner });
  const { outcome } = await handle(context, handling);
  if (!isRejection(outcome)) return outcome;
  return reject(outcome.rejected, {
    ...outcome.details,
    ticketId: await deps.claims.owner(context.companyId, key),
  });
};
