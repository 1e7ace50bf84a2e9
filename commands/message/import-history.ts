import { refuseAccess } from '#domain/access/access.ts';
import { receiveMessage } from '#domain/message/decide.ts';
import { isRejection, type Rejection } from '#domain/shared/decision.ts';
import { openHistory } from '#domain/ticket/decide.ts';
import { isLiving } from '#domain/ticket/ticket.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import { newId } from '../ids.ts';
import type { CommandDeps } from '../states.ts';
import { onTicket } from '../ticket/on-ticket.ts';
import { byWriter } from './by-writer.ts';
import { findContact } from './find-contact.ts';
import type { FoundTicket } from './find-ticket.ts';
import { type InboundMessage, inboundMessageId } from './inbound-message.ts';

export type ImportHistory = Pick<InboundMessage, 'connectionId' | 'chat'> & {
  /** In the order they were written. */
  readonly messages: readonly Omit<InboundMessage, 'connectionId' | 'chat'>[];
};

/**
 * Takes in what a phone tells of a chat's past: read, in one closed ticket of the contact on the connection, whose id
 * is the same each time. A message that is there already, as history or not, adds nothing; when all are, neither
 * contact nor ticket is made. Answers how many are new. May be repeated wherever an earlier run broke off. Refused
 * with ERR_NO_TICKET_FOUND when somebody deleted that ticket. Throws StoreUnavailable.
 */
export const importHistoryCommand = (deps: CommandDeps) => {
  const { store, states } = deps;

  return async (context: CommandContext, history: ImportHistory): Promise<Rejection | { added: number }> => {
    const { companyId, actor, principal: person } = context;
    const { connectionId, chat, messages } = history;
    const denied = refuseAccess({ action: 'message.receive', companyId, actor, person });
    if (denied) return denied;
    let place: FoundTicket | undefined;
    let added = 0;
    for (const message of messages) {
      const messageId = inboundMessageId(store.keys, companyId, connectionId, message.waKey);
      const { state } = await states.message.fresh(states.message.stream(companyId, messageId));
      if (state.status !== 'none') continue;
      const found = place ?? (await historyTicket(deps, context, { connectionId, chat }));
      if (isRejection(found)) return found;
      place = found;
      const { vanishesIn: _, ...older } = message;
      const command = { messageId, ...place, connectionId, ...older, history: true };
      const { outcome } = await handle(
        { ...byWriter(context, { fromMe: message.waKey.fromMe, ...place }), commandId: newId() },
        {
          ...{ states: states.message, id: messageId, action: 'message.receive' as const, isNew: true },
          decide: before => receiveMessage(command, before),
        },
      );
      if (isRejection(outcome)) return outcome;
      if (outcome.changed) added += 1;
    }
    return { added };
  };
};

/** The ticket in which what a phone had from before stands, for each contact on a connection. */
export const historyTicketId = (companyId: string, connectionId: string, contactId: string): string =>
  deriveId('history-ticket', companyId, connectionId, contactId);

/** Where the history of a chat belongs, made when there is none. It is no active ticket and needs no claim. */
const historyTicket = async (
  deps: CommandDeps,
  context: CommandContext,
  { connectionId, chat }: Pick<ImportHistory, 'connectionId' | 'chat'>,
): Promise<Rejection | FoundTicket> => {
  const { ownerId: contactId, contact } = await findContact(deps, context, chat);
  // Of whoever it was written with: somebody who is merged into another takes it along when that is undone.
  const ticketId = historyTicketId(context.companyId, connectionId, contactId);
  const command = { ticketId, contactId, connectionId, isGroup: contact.isGroup };
  const { outcome, state } = await handle(
    stepOf(context, 'history', ticketId),
    onTicket(deps, ticketId, 'ticket.open', ticket => openHistory(command, ticket)),
  );
  if (isRejection(outcome)) return outcome;
  return { ticketId, contactId: isLiving(state) ? state.contactId : contactId };
};
