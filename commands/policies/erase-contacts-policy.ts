import type { PoolClient } from 'pg';
import { z } from 'zod';
import { deriveId } from '#eventstore/event-id.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import { begunTicket, createContactTickets } from './contact-tickets.ts';
import { type Due, type DueHandler, doOrNote } from './due-work.ts';
import type { FollowDeps, Policy } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { notePurges, type Purge, purgeAll } from './purges.ts';
import { settle } from './settle.ts';

type Deps = {
  readonly store: Pick<EventStore, 'load'>;
  readonly commands: Pick<Commands, 'ticket'>;
  readonly purges: readonly Purge[];
  readonly log: FollowDeps['log'];
};

const name = policyNames.eraseContacts;

/** The kinds of its due work: what failed for one ticket or one place, and holds up no other. */
const kinds = { purge: `${name}/purge`, close: `${name}/close`, join: `${name}/join` } as const;

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
  const act = actingFor(deps, client);
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
    if (begun && gone.has(begun.contactId)) await act(event, 'close', { ticketId: event.entityId });
    else if (begun) {
      tickets.begun(event.entityId, begun);
      const winnerId = merged.get(begun.contactId);
      if (winnerId) await act(event, 'join', { ticketId: event.entityId, winnerId });
    }
    if (event.type === 'ContactMergedInto') {
      const { contactId, winnerId } = event.data;
      merged.set(contactId, winnerId);
      await tickets.noteMerged(event.data, event.companyId);
      for (const ticketId of await tickets.ofContact(contactId))
        await act(event, 'join', { ticketId, winnerId });
    }
    if (event.type === 'ContactUnmergedFrom') {
      merged.delete(event.data.contactId);
      await tickets.noteParted(event.data.contactId);
    }
    if (event.type !== 'ContactErased') continue;
    const { contactId, persons } = event.data;
    await act(event, 'purge', { contactId, persons });
    await notePurges(client, event, { companyId: event.companyId, contactId, persons });
    gone.add(contactId);
    await tickets.noteErased(contactId);
    for (const ticketId of await tickets.ofContact(contactId)) await act(event, 'close', { ticketId });
  }
  await tickets.write();
};

const openedFor = (event: Recorded): readonly string[] =>
  event.type === 'TicketOpened' ? [event.data.contactId] : [];

/** What follows from an event, for one ticket or person each. */
const actingFor = (deps: Deps, client: PoolClient) => {
  const handlers = erasureWork(deps);
  return (
    { id: because, companyId, entityId, metadata: { at } }: Recorded,
    what: keyof typeof kinds,
    more: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const kind = kinds[what];
    const key = `${because}/${'ticketId' in more ? more.ticketId : entityId}`;
    return doOrNote(client, handlers[kind], { kind, key, companyId, at, data: { because, ...more } });
  };
};

const because = z.uuid();
const ofTicket = z.object({ because, ticketId: z.uuid() });
const ofMerged = z.object({ because, ticketId: z.uuid(), winnerId: z.uuid() });
const ofPerson = z.object({ because, contactId: z.uuid(), persons: z.array(z.string()) });

/** The handlers of its due work. */
export const erasureWork = (deps: Deps) => {
  const { commands, purges, log } = deps;
  const contextOf = (causationId: string, { companyId, at }: Due, ticketId: string) => ({
    ...{ companyId, at, principal: null, causationId },
    commandId: deriveId(name, causationId, ticketId),
    actor: { kind: 'policy' as const, name },
  });
  return {
    [kinds.close]: async due => {
      const { because, ticketId } = ofTicket.parse(due.data);
      const context = contextOf(because, due, ticketId);
      const outcome = await commands.ticket.close(context, { ticketId, justClose: true });
      settle({ log, policy: name }, { ticketId }, outcome);
    },
    /** At most one ticket of a person stays active on a connection, also when two contacts turn out to be one. */
    [kinds.join]: async due => {
      const { because, ticketId, winnerId } = ofMerged.parse(due.data);
      const context = contextOf(because, due, ticketId);
      const outcome = await commands.ticket.join(context, { ticketId, contactId: winnerId });
      settle({ log, policy: name }, { ticketId }, outcome);
    },
    [kinds.purge]: ({ companyId, data }) => {
      const { contactId, persons } = ofPerson.parse(data);
      return purgeAll(purges, { companyId, contactId, persons });
    },
  } satisfies Readonly<Record<string, DueHandler>>;
};
