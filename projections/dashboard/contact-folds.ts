import { fold } from '../kit/projection.ts';
import { isoInstant, wholeSecond } from '../kit/table.ts';
import { attendanceTable, leadTable, markTable } from './tables.ts';

/** What contacts do that is no part of an attendance: write for the first time ever, and give marks. */

export const leadFold = fold(leadTable, {
  MessageReceived: {
    keys: ({ data: { contactId, ticketId, waKey } }, touched) => {
      const ticket = touched.get(attendanceTable, ticketId);
      return waKey.fromMe || !ticket || ticket.isGroup ? [] : [[contactId]];
    },
    evolve: (row, { data: { contactId: id, ticketId, connectionId, sentAt } }) => {
      const at = wholeSecond(sentAt);
      // A phone tells of older messages afterwards.
      return row && row.at <= at ? row : { id, ticketId, connectionId, at };
    },
  },
});

/** It belongs to who resolved, and to the attendance that was closed by then. */
export const markFold = fold(markTable, {
  TicketRated: {
    keys: event => [[event.data.messageId]],
    evolve: (_, { data: { messageId: id, ticketId, userId, rating, ratedAt } }, touched) => {
      const ticket = touched.get(attendanceTable, ticketId);
      if (!ticket?.episodeId) return null;
      const { episodeId, contactId, connectionId, queueId } = ticket;
      const mark = { userId, rating, at: isoInstant(ratedAt) };
      return { id, episodeId, ticketId, contactId, connectionId, queueId, ...mark };
    },
  },
});
