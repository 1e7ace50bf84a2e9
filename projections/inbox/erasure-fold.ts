import { fold, type Sweep, type Sweeps, sweep, type Touched } from '../kit/projection.ts';
import { isoInstant } from '../kit/table.ts';
import { erasedPersonTable, erasureTable } from './erasure-tables.ts';
import { historyTable, noteTable, ratingTable } from './history-tables.ts';
import { erasedMessage, messageTable } from './message-table.ts';
import { outsideMessageTable } from './outside-message-table.ts';
import { erasedSchedule, scheduleTable } from './schedule-fold.ts';
import { ticketTable } from './ticket-tables.ts';

export const erasureFold = fold(erasureTable, {
  ContactErased: {
    evolve: (_, { data: { contactId, persons, counts }, metadata: { at, actor } }) => ({
      ...{ id: contactId, persons, ...counts },
      userId: actor.kind === 'user' ? actor.id : null,
      erasedAt: isoInstant(at),
    }),
  },
});

export const erasedPersonFold = fold(erasedPersonTable, {
  ContactErased: {
    keys: event => event.data.persons.map(id => [id]),
    evolve: (_row, _event, _touched, [id = '']) => ({ id }),
  },
});

/** Whether one of these was erased before. */
export const isErased = (touched: Touched, persons: readonly (string | null)[]): boolean =>
  persons.some(id => id !== null && touched.get(erasedPersonTable, id) !== undefined);

/** Tickets of a contact are shown otherwise when it was merged, is on its own again, or its chat's timer is set. */
export const contactSweeps: Sweeps = {
  ContactChatTimerSet: ({ data }) => [sweep(ticketTable, { contactId: [data.contactId] }, {})],
  ContactMergedInto: ({ data }) => [sweep(ticketTable, { contactId: [data.contactId] }, {})],
  ContactUnmergedFrom: ({ data }) => [sweep(ticketTable, { contactId: [data.contactId] }, {})],
};

/** Empties everything that the erased person wrote and was written, wherever it stands. */
export const erasureSweeps: Sweeps = {
  ContactErased: ({ data: { contactId, persons } }): readonly Sweep[] => [
    sweep(messageTable, { contactId: [contactId], senderId: persons, senderAltId: persons }, erasedMessage),
    sweep(
      ticketTable,
      { contactId: [contactId], lastSenderId: persons, lastSenderAltId: persons },
      { lastMessage: '', settled: null },
    ),
    sweep(noteTable, { contactId: [contactId] }, { note: '' }),
    sweep(historyTable, { contactId: [contactId] }, { notes: null }),
    sweep(ratingTable, { contactId: [contactId] }, { reason: null }),
    sweep(scheduleTable, { contactId: [contactId] }, erasedSchedule),
    sweep(outsideMessageTable, { contactId: [contactId] }, { externalId: null }),
  ],
};
