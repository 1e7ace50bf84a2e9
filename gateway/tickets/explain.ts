import type { Outcome } from '#commands/context.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { ticketsByIds } from '#projections/inbox/queries/tickets.ts';
import type { Gateway } from '../gateway.ts';

/** Adds to a rejection the names that a screen needs to explain it: whose ticket it is, who was first. */
export const explained = async (gateway: Gateway, companyId: string, outcome: Outcome): Promise<Outcome> => {
  if (!isRejection(outcome)) return outcome;
  const { rejected, details } = outcome;
  if (rejected === 'ERR_TICKET_ALREADY_ACCEPTED') {
    const userName = await nameOf(gateway, companyId, details.userId);
    return { rejected, details: { ...details, userName } };
  }
  if (rejected === 'ERR_OTHER_OPEN_TICKET' && typeof details.ticketId === 'string') {
    const { ticketId } = details;
    const [other] = await gateway.tenants.read(companyId, db => ticketsByIds(db, [ticketId]));
    const userName = other?.user?.name ?? null;
    return { rejected, details: { ...details, uuid: ticketId, userName } };
  }
  return outcome;
};

const nameOf = async ({ callers }: Gateway, companyId: string, userId: unknown): Promise<string | null> => {
  if (typeof userId !== 'string') return null;
  const user = await callers.user(userId);
  return user?.companyId === companyId ? user.name : null;
};
