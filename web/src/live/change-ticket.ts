import type { ChangeTicketBody } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';
import { changeTicket, fetchTicket, leaveMenu } from '../api/ticket.ts';
import { newCommandId } from '../shared/command-id.ts';
import { applyTicket } from './apply-ticket.ts';
import type { FrameTarget } from './frame-applier.ts';

/** Loads a ticket, as it is at a log position or now, and shows it wherever it is shown. Throws ApiError. */
export const showTicket = async (
  target: FrameTarget,
  ticketId: string,
  position?: number,
): Promise<TicketView> => {
  const ticket = await fetchTicket(ticketId, position);
  applyTicket(target, ticket);
  return ticket;
};

/** Changes a ticket and shows what it became. Answers the log position; what was refused throws ApiError. */
export const changeAndShow = async (
  target: FrameTarget,
  ticketId: string,
  body: ChangeTicketBody,
): Promise<number> => {
  const position = await changeTicket(ticketId, body, newCommandId());
  await showTicket(target, ticketId, position);
  return position;
};

/** A ticket that this user has just resolved is theirs again: what follows a closing has not been sent within 6 s. */
export const undoClosing = async (
  target: FrameTarget,
  { id, queue }: Pick<TicketView, 'id' | 'queue'>,
): Promise<number> => changeAndShow(target, id, { status: 'open', reopen: true, queueId: queue?.id ?? null });

/**
 * A waiting ticket becomes this user's, out of the menu where its contact is in it: the one way in which rows, the
 * palette and the conversation accept.
 */
export const acceptTicket = async (
  target: FrameTarget,
  { id, chatbot }: Pick<TicketView, 'id' | 'chatbot'>,
  userId: string,
): Promise<number> => {
  if (!chatbot) return changeAndShow(target, id, { status: 'open', userId });
  const position = await leaveMenu(id, newCommandId());
  await showTicket(target, id, position);
  return position;
};
