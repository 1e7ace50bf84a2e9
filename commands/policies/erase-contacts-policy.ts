import type { PoolClient } from 'pg';
import { deriveId } from '#eventstore/event-id.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import { begunTicket, createContactTickets } from './contact-tickets.ts';
import type { FollowDeps, Policy } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { notePurges, type Purge } from './purges.ts';
import { settle } from './settle.ts';

type Deps = {
  readonly store: Pick<EventStore, 'load'>;
  readonly commands: Pick<Commands, 'ticket'>;
  readonly purges: readonly Purge[];
  readonly log: FollowDeps['log'];
};

const name = policyNames.eraseContacts;

/**
 * Settles the tickets of contacts that are merged, and finishes the erasure of a contact: purges what is kept of the
 * person, and closes the tickets that are not closed yet. Both of a ticket that was opened in the same moment, too.
 */
export const eraseContactsPolicy = (deps: Deps): Policy => ({
  name,
  categories: ['contact', 'ticket'],
  react: (client, events) => react(deps, client, events),
});

const react = async (deps: Deps, client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const tickets = createContactTickets(client);
  const opened = events.flatMap(openedFor);
  const gone = new Set(await tickets.erasedAmong(opened));
  const merged = new Map(await tickets.winnersOf(opened));
  for (const event of events) {
    if (event.type === 'TicketClosed' || event.type === 'TicketDeleted') tickets.ended(event.data.ticketId);
    const begun = await begunTicket(deps.store, event);
    if (event.type === 'TicketReopened' && begun) {
      for (const id of await tickets.erasedAmong([begun.contactId])) gone.add(id);
      for (const [id, winnerId] of await tickets.winnersOf([begun.contactId])) merged.set(id, winnerId);
    }
    if (begun && gone.has(begun.contactId)) await close(deps, event, event.entityId);
    else if (begun) {
      tickets.begun(event.entityId, begun);
      const winnerId = merged.get(begun.contactId);
      if (winnerId) await join(deps, event, { ticketId: event.entityId, winnerId });
    }
    if (event.type === 'ContactMergedInto') {
      const { contactId, winnerId } = event.data;
      merged.set(contactId, winnerId);
      await tickets.noteMerged(event.data, event.companyId);
      for (const ticketId of await tickets.ofContact(contactId))
        await join(deps, event, { ticketId, winnerId });
    }
    if (event.type === 'ContactUnmergedFrom') {
      merged.delete(event.data.contactId);
      await tickets.noteParted(event.data.contactId);
    }
    if (event.type !== 'ContactErased') continue;
    const { companyId } = event;
    const { contactId, persons } = event.data;
    for (const purge of deps.purges) await purge({ companyId, contactId, persons });
    await notePurges(client, event, { companyId, contactId, persons });
    gone.add(contactId);
    await tickets.noteErased(contactId);
    for (const ticketId of await tickets.ofContact(contactId)) await close(deps, event, ticketId);
  }
  await tickets.write();
};

/** At most one ticket of a person stays active on a connection, also when two contacts turn out to be one. */
const join = async (
  { commands, log }: Deps,
  because: Recorded,
  { ticketId, winnerId }: { readonly ticketId: string; readonly winnerId: string },
): Promise<void> => {
  const outcome = await commands.ticket.join(contextOf(because, ticketId), { ticketId, contactId: winnerId });
  settle({ log, policy: name }, { ticketId }, outcome);
};

const contextOf = (because: Recorded, ticketId: string) => ({
  ...{ companyId: because.companyId, at: because.metadata.at, principal: null, causationId: because.id },
  commandId: deriveId(name, because.id, ticketId),
  actor: { kind: 'policy' as const, name },
});

const openedFor = (event: Recorded): readonly string[] =>
  event.type === 'TicketOpened' ? [event.data.contactId] : [];

const close = async ({ commands, log }: Deps, because: Recorded, ticketId: string): Promise<void> => {
  const outcome = await commands.ticket.close(contextOf(because, ticketId), { ticketId, justClose: true });
  settle({ log, policy: name }, { ticketId }, outcome);
};
