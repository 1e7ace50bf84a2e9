import { servesQueue } from '#domain/access/may.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { reopenTicket } from '#domain/ticket/decide.ts';
import { isLiving, type Ticket } from '#domain/ticket/ticket.ts';
import { worksOn } from '#domain/ticket/visibility.ts';
import { shownContact } from '../contact/shown-contact.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { dryRun, handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { activeTicketKey, ticketOwners } from './active-ticket.ts';
import { onTicket } from './on-ticket.ts';
import { undoesClosing } from './undone-closing.ts';

const tries = 4;

export type ReopenTicketInput = {
  readonly ticketId: string;
  readonly queueId: string | null;
  readonly connectionId?: string | null | undefined;
  /** It is the acting person's at once, who has to serve its queue: nobody sees it wait. */
  readonly takes?: boolean | undefined;
  /** Where it goes when none is chosen and its own was removed. */
  readonly defaultConnection?: (() => Promise<string | null>) | undefined;
};

/**
 * Makes a closed ticket pending again, unless its contact has another active one on that connection: then
 * ERR_OTHER_OPEN_TICKET with its id. A queue is required, but for groups. ERR_NO_WAPP_FOUND when there is no connection
 * left to talk over. Who takes back what they have just resolved, into the queue that it had, undoes the closing.
 */
export const reopenTicketCommand =
  (deps: CommandDeps) =>
  async (context: CommandContext, input: ReopenTicketInput): Promise<Outcome> => {
    const { ticketId, queueId } = input;
    const chosen = input.connectionId ?? undefined;
    const { principal } = context;
    if (chosen && principal && !worksOn(principal, chosen))
      return reject('ERR_NO_PERMISSION', { connectionId: chosen });
    const taker = input.takes ? principal?.userId : undefined;
    if (input.takes && !taker) return reject('ERR_NO_PERMISSION', { action: 'ticket.accept' });
    if (taker && principal && queueId && !servesQueue(principal, queueId))
      return reject('ERR_USER_NOT_IN_QUEUE', { userId: taker, queueId });
    const missing = await missingPlace(deps, context, { queueId, connectionId: chosen });
    if (missing) return missing;
    const reopening = (connectionId: string | undefined, undoes = false) =>
      onTicket(deps, ticketId, 'ticket.reopen', (ticket: Ticket) =>
        reopenTicket({ ticketId, queueId, connectionId, userId: taker, undoes }, ticket),
      );
    const handling = reopening(chosen);
    for (let turn = 0; turn < tries; turn += 1) {
      const { refusal, before, done, revision } = await dryRun(context, handling);
      if (refusal) return refusal;
      if (done || !isLiving(before)) return (await handle(context, handling)).outcome;
      const gone = await refuseErased(deps, context, before.contactId);
      if (gone) return gone;
      const connectionId = chosen ?? (await standing(deps, context, before, input.defaultConnection));
      if (!connectionId) return reject('ERR_NO_WAPP_FOUND', { connectionId: before.connectionId });
      const place = { contactId: before.contactId, connectionId };
      const other = await takeActivePlaces(deps, context, ticketId, place);
      if (other) return reject('ERR_OTHER_OPEN_TICKET', { ticketId: other });
      // At no other revision than was read before the claim: the claim's promise rests on that.
      const undoes = taker ? await undoesClosing(deps, context, { ticketId, userId: taker }) : false;
      const step = { ...reopening(connectionId, undoes), expectedRevision: revision };
      const { outcome } = await handle(context, step);
      if (!isRejection(outcome) || outcome.rejected !== 'ERR_CONFLICT') return outcome;
    }
    return reject('ERR_CONFLICT');
  };

/** The ticket's own connection, or the default one where that was removed. */
const standing = async (
  { states: { connection } }: CommandDeps,
  { companyId }: CommandContext,
  ticket: { readonly connectionId: string },
  otherwise: ReopenTicketInput['defaultConnection'],
): Promise<string | null> => {
  const { state } = await connection.fresh(connection.stream(companyId, ticket.connectionId));
  return state.status === 'removed' ? ((await otherwise?.()) ?? null) : ticket.connectionId;
};

/** The place of its contact, and of the contact that one is merged into. Answers the ticket that has it already. */
const takeActivePlaces = async (
  deps: CommandDeps,
  context: CommandContext,
  ticketId: string,
  place: { readonly contactId: string; readonly connectionId: string },
): Promise<string | undefined> => {
  const { contactId: shownId } = await shownContact(deps, context.companyId, place.contactId);
  for (const contactId of new Set([place.contactId, shownId])) {
    const each = { ...place, contactId };
    const wanted = { key: activeTicketKey(each), ownerId: ticketId, renew: true };
    const owner = await deps.claims.take(context, wanted, ticketOwners(deps, context, each));
    if (owner !== ticketId) return owner;
  }
  return undefined;
};

const missingPlace = async (
  { states }: CommandDeps,
  { companyId }: CommandContext,
  { queueId, connectionId }: { queueId: string | null; connectionId: string | undefined },
): Promise<Outcome | undefined> => {
  const [queue, connection] = await Promise.all([
    queueId ? states.queue.fresh(states.queue.stream(companyId, queueId)) : undefined,
    connectionId ? states.connection.fresh(states.connection.stream(companyId, connectionId)) : undefined,
  ]);
  if (queue && queue.state.status !== 'active') return reject('ERR_NO_QUEUE_FOUND', { queueId });
  if (connection && connection.state.status !== 'active') {
    return reject('ERR_NO_WAPP_FOUND', { connectionId });
  }
  return undefined;
};

/** There is nobody left to talk to. */
const refuseErased = async (
  { states: { contact } }: CommandDeps,
  { companyId }: CommandContext,
  contactId: string,
): Promise<Outcome | undefined> => {
  const { state } = await contact.fresh(contact.stream(companyId, contactId));
  return state.status === 'erased' ? reject('ERR_NO_CONTACT_FOUND', { contactId }) : undefined;
};
