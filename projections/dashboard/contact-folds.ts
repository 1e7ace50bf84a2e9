import { fold } from '../kit/projection.ts';
import { isoInstant } from '../kit/table.ts';
import { attendanceTable, leadTable, markTable } from './tables.ts';

/** What contacts do that is no part of an attendance: write for the first time ever, and give marks. */

export const leadFold = fold(leadTable, {
  MessageReceived: {
    keys: ({ data: { contactId, ticketId, waKey } }, touched) => {
      const ticket = touched.get(attendanceTable, ticketId);
      return waKey.fromMe || !ticket || ticket.isGroup ? [] : [[contactId]];
    },
    evolve: (row, { data: { contactId: id, ticketId, connectionId, history }, metadata }, touched) =>
      row ?? {
        ...{ id, ticketId, connectionId },
        episodeId: touched.get(attendanceTable, ticketId)?.episodeId ?? null,
        at: history ? null : isoInstant(metadata.at),
      },
  },
});

/** It belongs to who resolved, and to the attendance that was closed by then. */
export const markFold = fold(markTable, {
  TicketRated: {
    keys: event => [[event.data.messageId]],
    evolve: (_, { data: { messageId: id, ticketId, userId, rating }, metadata }, touched) => {
      const ticket = touched.get(attendanceTable, ticketId);
      if (!ticket?.episodeId) return null;
      const { episodeId, contactId, connectionId, queueId } = ticket;
      const mark = { userId, rating, at: isoInstant(metadata.at) };
      return { id, episodeId, ticketId, contactId, connectionId, queueId, ...mark };
    },
  },
});
