import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type ChangeTicketBody, commandAnswer, ticketAnswer } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';
import { call, fetchData } from './http.ts';

export const ticketKey = (ticketId: string) => ['ticket', ticketId] as const;

export const fetchTicket = (ticketId: string, minPosition?: number): Promise<TicketView> =>
  fetchData({ path: `/tickets/u/${ticketId}`, schema: ticketAnswer, minPosition });

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ticketKey(ticketId),
    queryFn: () => fetchTicket(ticketId),
    // A frame may have overtaken the answer.
    structuralSharing: (known, loaded) =>
      isTicket(known) && isTicket(loaded) ? newer(known, loaded) : loaded,
  });

const isTicket = (data: unknown): data is TicketView =>
  typeof data === 'object' && data !== null && 'position' in data;

const newer = (known: TicketView, loaded: TicketView): TicketView =>
  known.position > loaded.position ? known : loaded;

/** Asks for a change and answers the log position at which it shows. */
export const changeTicket = async (
  ticketId: string,
  body: ChangeTicketBody,
  commandId: string,
): Promise<number> => {
  const path = `/tickets/${ticketId}`;
  const answer = await call({ method: 'PUT', path, body, commandId, schema: commandAnswer });
  return answer.data.position;
};

/** Takes a ticket out of the menu and accepts it; answers the log position at which that shows. */
export const leaveMenu = async (ticketId: string, commandId: string): Promise<number> => {
  const path = `/tickets/${ticketId}/leave-menu`;
  const answer = await call({ method: 'POST', path, commandId, schema: commandAnswer });
  return answer.data.position;
};

export const deleteTicket = async (ticketId: string, commandId: string): Promise<number> => {
  const path = `/tickets/${ticketId}`;
  const answer = await call({ method: 'DELETE', path, commandId, schema: z.unknown() });
  return answer.position;
};

/** The attendant has seen everything up to here. */
export const readTicket = (ticketId: string): Promise<unknown> =>
  fetchData({ method: 'POST', path: `/tickets/${ticketId}/read`, schema: z.unknown() });
