import { refuseAccess } from '#domain/access/access.ts';
import { servesQueue } from '#domain/access/may.ts';
import { reject } from '#domain/shared/decision.ts';
import { acceptTicket, refuseAssignee } from '#domain/ticket/decide.ts';
import { type LeaveMenu, leaveMenu, type StepMenu, stepMenu } from '#domain/ticket/menu.ts';
import { isLiving, type Ticket } from '#domain/ticket/ticket.ts';
import { worksOn } from '#domain/ticket/visibility.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import { openAttending } from '../menu/attending.ts';
import type { CommandDeps } from '../states.ts';
import { onTicket, seen } from './on-ticket.ts';

type OfTicket = { readonly ticketId: string };

/** The commands on a ticket whose contact chooses from the menu. */
export const menuCommands = (deps: CommandDeps) => {
  const attending = openAttending(deps);
  return {
    /** What the machine that attends must know. Only policies ask. */
    attending,

    /** Its contact stands at this step of the menu; does nothing once people have it. */
    stepMenu: async (context: CommandContext, input: StepMenu): Promise<Outcome> => {
      const decide = (ticket: Ticket) => stepMenu(input, ticket);
      return (await handle(context, onTicket(deps, input.ticketId, 'ticket.stepMenu', decide))).outcome;
    },

    /** Out of the menu to a queue; does nothing where it is out of it, or at another step than `from`. */
    leaveMenu: async (context: CommandContext, input: LeaveMenu): Promise<Outcome> => {
      const decide = (ticket: Ticket) => leaveMenu(input, ticket);
      return (await handle(context, onTicket(deps, input.ticketId, 'ticket.stepMenu', decide))).outcome;
    },

    /**
     * For a person who does not act: theirs from now on, in the queue that it is in, else in the connection's first that
     * they serve. Rejects with ERR_NO_USER_FOUND and ERR_USER_NOT_IN_QUEUE.
     */
    acceptFor: async (
      context: CommandContext,
      { ticketId, userId }: OfTicket & { readonly userId: string },
    ): Promise<Outcome> => {
      const { companyId } = context;
      const { ticket: tickets, user: users } = deps.states;
      const [{ state: now }, { state: user }] = await Promise.all([
        tickets.fresh(tickets.stream(companyId, ticketId)),
        users.fresh(users.stream(companyId, userId)),
      ]);
      if (!isLiving(now)) return reject('ERR_NO_TICKET_FOUND');
      if (user.status !== 'active' || !worksOn({ ...user, userId }, now.connectionId))
        return reject('ERR_NO_USER_FOUND', { userId });
      const { menu } = await attending.office(companyId, now.connectionId, null);
      const queueId = now.queueId ?? menu.queues.find(({ id }) => servesQueue(user, id))?.id ?? null;
      const refused = refuseAssignee({ userId, queueId }, user);
      if (refused) return refused;
      const decide = (ticket: Ticket) =>
        acceptTicket({ ticketId, userId, queueId: queueId ?? undefined }, ticket);
      return (await handle(context, onTicket(deps, ticketId, 'ticket.stepMenu', decide))).outcome;
    },

    /**
     * The acting person takes it out of the menu and accepts it: in the queue that its contact has chosen, else in the
     * connection's first.
     */
    takeOutOfMenu: async (context: CommandContext, { ticketId }: OfTicket): Promise<Outcome> => {
      const { companyId, actor, principal: person } = context;
      const action = 'ticket.accept';
      if (!person) return reject('ERR_NO_PERMISSION', { action });
      const tickets = deps.states.ticket;
      const { state: now } = await tickets.fresh(tickets.stream(companyId, ticketId));
      const denied = refuseAccess({ action, companyId, actor, person, ticket: seen(now) });
      if (denied) return denied;
      if (!isLiving(now)) return reject('ERR_NO_TICKET_FOUND');
      const { menu } = await attending.office(companyId, now.connectionId, null);
      const firstQueueId = menu.queues[0]?.id;
      const { userId } = person;
      const decide = (ticket: Ticket) => acceptTicket({ ticketId, userId, firstQueueId }, ticket);
      return (await handle(context, onTicket(deps, ticketId, action, decide))).outcome;
    },
  };
};
