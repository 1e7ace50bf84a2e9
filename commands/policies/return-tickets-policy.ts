import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import { attendance } from './attended-tickets.ts';
import type { FollowDeps, Policy } from './follow-policy.ts';
import { createMemory } from './memory.ts';
import { policyNames } from './names.ts';
import { type ReturnTicket, returnTickets } from './return-tickets.ts';
import { settle } from './settle.ts';

type Deps = { readonly commands: Pick<Commands, 'ticket'>; readonly log: FollowDeps['log'] };

const name = policyNames.returnTickets;

/** Gives back the tickets of attendants who are gone. The ids of its commands come from the event. */
export const returnTicketsPolicy = (deps: Deps): Policy => ({
  name,
  categories: ['ticket', 'user'],
  react: (client, events) => react(deps, client, events),
});

const react = async (deps: Deps, client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const memory = createMemory(client);
  const attendants = events.flatMap(event => attendance(event)?.userId ?? []);
  const removed = new Set(await memory.removedAmong([...new Set(attendants)]));
  for (const event of events) {
    memory.note(event);
    const gone = event.type === 'UserRemoved' ? event.data.userId : undefined;
    const tickets = gone ? await memory.ticketsOf(gone) : [];
    if (gone) removed.add(gone);
    const remembered = { ticketsOf: () => tickets, isRemoved: (id: string) => removed.has(id) };
    for (const command of returnTickets(event, remembered)) await giveBack(deps, command, event.metadata.at);
  }
  await memory.write();
};

const giveBack = async (
  { commands, log }: Deps,
  { companyId, commandId, causationId, ticketId, userId }: ReturnTicket,
  at: string,
): Promise<void> => {
  const actor = { kind: 'policy' as const, name };
  const outcome = await commands.ticket.returnOf(
    { companyId, commandId, causationId, at, actor, principal: null },
    { ticketId, userId },
  );
  settle({ log, policy: name }, { ticketId }, outcome);
};
