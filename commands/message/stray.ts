import type { Contact } from '#domain/contact/contact.ts';
import { isLiving } from '#domain/ticket/ticket.ts';
import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';
import { chatOwner } from './find-contact.ts';
import type { InboundMessage } from './inbound-message.ts';
import type { Placement } from './placement.ts';

/**
 * Whether a message was written into a ticket of somebody whose merge with its writer was undone by then, and has not
 * been moved. What came while they were one stays, whatever was undone later.
 */
export const isStray = async (
  deps: CommandDeps,
  context: CommandContext,
  chat: InboundMessage['chat'],
  { ticketId, position }: Placement,
): Promise<boolean> => {
  const { companyId } = context;
  const { ticket: tickets, contact: contacts } = deps.states;
  const { state: ticket } = await tickets.fresh(tickets.stream(companyId, ticketId));
  if (!isLiving(ticket)) return false;
  const ownerId = await chatOwner(deps, context, chat);
  if (ownerId === undefined || ownerId === ticket.contactId) return false;
  const wereParted = async (one: string, other: string): Promise<boolean> => {
    const stream = contacts.stream(companyId, one);
    return !(await contacts.everSince(stream, position, contact => !isParted(contact, other)));
  };
  return (await wereParted(ownerId, ticket.contactId)) || wereParted(ticket.contactId, ownerId);
};

const isParted = (contact: Contact, otherId: string): boolean =>
  contact.status === 'active' && contact.separated.includes(otherId) && !contact.merged.includes(otherId);
