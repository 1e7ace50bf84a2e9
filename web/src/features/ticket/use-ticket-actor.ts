import { useMachine } from '@xstate/react';
import i18next from 'i18next';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { fromPromise } from 'xstate';
import type { ChangeTicketBody } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';
import { useUser } from '../../api/session-store.ts';
import { changeTicket, deleteTicket, fetchTicket } from '../../api/ticket.ts';
import { applyTicket, forgetTicket } from '../../live/apply-ticket.ts';
import { acceptTicket, changeAndShow, undoClosing } from '../../live/change-ticket.ts';
import type { FrameTarget } from '../../live/frame-applier.ts';
import { useLive } from '../../live/live-context.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { showError, showOffer } from '../../shared/show-error.ts';
import { ownTransfer } from './own-transfer.ts';
import { type CarryOut, type TicketIntent, ticketMachine } from './ticket-machine.ts';

export type TicketActor = ReturnType<typeof useTicketActor>;

/** The open ticket's machine, told of every change the cache shows. A ticket that was given away is left. */
export const useTicketActor = (ticket: TicketView) => {
  const { target, status: connection } = useLive();
  const user = useUser();
  const navigate = useNavigate();
  const latest = useRef(ticket);
  useEffect(() => {
    latest.current = ticket;
  });
  const machine = useMemo(
    () =>
      ticketMachine.provide({
        actors: {
          carryOut: fromPromise<number, CarryOut>(async ({ input }) => {
            const leave = () => void navigate('/tickets');
            if (input.intent === 'transfer') return transfer(target, input, { userId: user.id, leave });
            if (input.intent === 'accept') return acceptTicket(target, latest.current, user.id);
            if (input.intent === 'delete') {
              const position = await deleteTicket(input.ticketId, newCommandId());
              forgetTicket(target, input.ticketId, position, 'deleted');
              return position;
            }
            const position = await changeAndShow(
              target,
              input.ticketId,
              bodyOf(input.intent, user.id, input),
            );
            if (input.intent === 'resolve') offerUndo(target, latest.current);
            return position;
          }),
        },
      }),
    [target, user.id, navigate],
  );
  const { id: ticketId, isGroup, status, position } = ticket;
  const [state, send] = useMachine(machine, { input: { ticketId, isGroup, status, position } });
  useEffect(() => send({ type: 'ticket.projected', status, position }), [send, status, position]);
  useEffect(() => {
    if (connection === 'live') send({ type: 'connection.back' });
  }, [send, connection]);
  useEffect(() => ownTransfer.end(ticketId), [ticketId]);
  return { state, send };
};

/** Reopening asks for a queue: a ticket without one, and a group, are reopened from their header. */
const offerUndo = (target: FrameTarget, ticket: TicketView): void => {
  if (!ticket.queue || ticket.isGroup) return;
  const { name } = ticket.contact;
  showOffer(i18next.t('ticket.resolved', { name }), i18next.t('ticket.undo'), () => {
    void undoClosing(target, ticket).catch(showError);
  });
};

/** The screen leaves at once; the lists show where it went, or that it is out of sight, when the server does. */
const transfer = async (
  target: FrameTarget,
  input: CarryOut,
  { userId, leave }: { readonly userId: string; readonly leave: () => void },
): Promise<number> => {
  const { ticketId } = input;
  ownTransfer.begin(ticketId);
  try {
    const position = await changeTicket(ticketId, bodyOf('transfer', userId, input), newCommandId());
    leave();
    void fetchTicket(ticketId, position).then(
      ticket => applyTicket(target, ticket),
      () => forgetTicket(target, ticketId, position, 'hidden'),
    );
    return position;
  } catch (error) {
    ownTransfer.end(ticketId);
    throw error;
  }
};

const bodyOf = (
  intent: Exclude<TicketIntent, 'accept' | 'delete'>,
  userId: string,
  { given: { queueId, connectionId, userId: to, notes } }: CarryOut,
): ChangeTicketBody => {
  switch (intent) {
    case 'return':
      return { status: 'pending', userId: null };
    case 'resolve':
      return { status: 'closed', userId };
    case 'reopen':
      return { status: 'pending', userId: null, queueId, whatsappId: connectionId };
    case 'transfer':
      return { queueId, userId: to, notes };
  }
};
