import type { ChangeTicketBody } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';
import { changeTicket, fetchTicket } from '../api/ticket.ts';
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

/** A waiting ticket becomes this user's: the one way in which rows, the palette and the conversation accept. */
export const acceptTicket = (target: FrameTarget, ticketId: string, userId: string): Promise<number> =>
  changeAndShow(target, ticketId, { status: 'open', userId });
