import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ChangeTicketBody } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';
import type { Intent } from '#domain/ticket/lifecycle.ts';
import { changeTicket, deleteTicket, fetchTicket } from '../../api/ticket.ts';
import { applyTicket, forgetTicket } from '../../live/apply-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { useUser } from '../session/session-store.ts';
import { type CarryOut, ticketMachine } from './ticket-machine.ts';

/** The open ticket's machine, told of every change the cache shows. */
export const useTicketActor = (ticket: TicketView) => {
  const { target } = useLive();
  const user = useUser();
  const machine = useMemo(
    () =>
      ticketMachine.provide({
        actors: {
          carryOut: fromPromise<number, CarryOut>(async ({ input }) => {
            const position = await carryOut(input, user.id);
            if (input.intent === 'delete') forgetTicket(target, input.ticketId, position, 'deleted');
            else applyTicket(target, await fetchTicket(input.ticketId, position));
            return position;
          }),
        },
      }),
    [target, user.id],
  );
  const { id: ticketId, status, position } = ticket;
  const [state, send] = useMachine(machine, { input: { ticketId, status, position } });
  useEffect(() => send({ type: 'ticket.projected', status, position }), [send, status, position]);
  return { state, send };
};

const carryOut = ({ intent, ticketId, queueId }: CarryOut, userId: string): Promise<number> =>
  intent === 'delete'
    ? deleteTicket(ticketId, newCommandId())
    : changeTicket(ticketId, bodyOf(intent, userId, queueId), newCommandId());

const bodyOf = (
  intent: Exclude<Intent, 'delete'>,
  userId: string,
  queueId: string | null,
): ChangeTicketBody => {
  switch (intent) {
    case 'accept':
      return { status: 'open', userId };
    case 'return':
      return { status: 'pending', userId: null };
    case 'resolve':
      return { status: 'closed', userId };
    case 'reopen':
      return { status: 'pending', userId: null, queueId };
    case 'transfer':
    case 'send':
      throw new Error(`${intent} is not a change of status`);
  }
};
