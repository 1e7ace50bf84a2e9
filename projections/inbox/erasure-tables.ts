import { instant, integer, nullable, table, uuid, uuids } from '../kit/table.ts';

/** The proof of an erasure, under the contact's id: who did it, when, and what the confirmation named. */
export const erasureTable = table('erasure', {
  columns: {
    id: uuid,
    /** Whose keys are destroyed: the contact's, and those of the same person as a member of groups. */
    persons: uuids,
    userId: nullable(uuid),
    erasedAt: instant,
    tickets: integer,
    messages: integer,
    notes: integer,
    media: integer,
  },
  indexes: ['(company_id, erased_at desc, id)'],
  notifies: false,
});

/** Everybody who was erased, so that what comes late brings nothing back. */
export const erasedPersonTable = table('erased_person', {
  columns: { id: uuid },
  notifies: false,
  cached: true,
});
