import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import { attendance } from './attended-tickets.ts';
import { type DueHandler, doOrNote } from './due-work.ts';
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
  react: (client, events) => react(returnTicket(deps), client, events),
});

const react = async (handler: DueHandler, client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const memory = createMemory(client);
  const attendants = events.flatMap(event => attendance(event)?.userId ?? []);
  const removed = new Set(await memory.removedAmong([...new Set(attendants)]));
  for (const event of events) {
    memory.note(event);
    const gone = event.type === 'UserRemoved' ? event.data.userId : undefined;
    const tickets = gone ? await memory.ticketsOf(gone) : [];
    if (gone) removed.add(gone);
    const remembered = { ticketsOf: () => tickets, isRemoved: (id: string) => removed.has(id) };
    for (const { companyId, ...data } of returnTickets(event, remembered)) {
      const { at } = event.metadata;
      const due = { kind: name, key: data.commandId, companyId, at, data };
      await doOrNote(client, handler, due);
    }
  }
  await memory.write();
};

const dueData = z.object({
  ticketId: z.uuid(),
  userId: z.uuid(),
  commandId: z.uuid(),
  causationId: z.uuid(),
}) satisfies z.ZodType<Omit<ReturnTicket, 'companyId'>>;

/** Gives back one ticket; as due work where that failed at first. */
export const returnTicket =
  ({ commands, log }: Deps): DueHandler =>
  async ({ companyId, at, data }) => {
    const { ticketId, userId, ...ids } = dueData.parse(data);
    const actor = { kind: 'policy' as const, name };
    const context = { ...ids, companyId, at, actor, principal: null };
    settle(
      { log, policy: name },
      { ticketId },
      await commands.ticket.returnOf(context, { ticketId, userId }),
    );
  };
