import type { AnyEventType } from '#domain/catalogue.ts';
import type { Actor } from '#domain/shared/event.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type EventOf, fold, type Handler, type Touched } from '../kit/projection.ts';
import { isoInstant, type OwnRow, type RowOf } from '../kit/table.ts';
import { isErased } from './erasure-fold.ts';
import { historyTable, noteTable, ratingTable } from './history-tables.ts';
import { ticketTable } from './ticket-tables.ts';

type Action = OwnRow<typeof historyTable>;

/** Words about a contact who was erased are nothing any more, whenever they come. */
const wordsOf = (words: string | null, contactId: string, touched: Touched): string | null =>
  isErased(touched, [contactId]) ? null : words;

export const noteFold = fold(noteTable, {
  TicketNoted: {
    keys: event => [[event.data.noteId]],
    evolve: (_, { data, metadata, position }, touched) => {
      const { noteId, ticketId, userId, note } = data;
      const ticket = touched.get(ticketTable, ticketId);
      if (!ticket) return null;
      const { contactId } = ticket;
      const words = wordsOf(note, contactId, touched) ?? '';
      const written = { note: words, createdAt: isoInstant(metadata.at), placed: position };
      return { id: noteId, ticketId, contactId, userId, ...written };
    },
  },
  TicketNoteDeleted: { keys: event => [[event.data.noteId]], evolve: () => null },
});

/** Follows the ticket fold, as the history does. */
export const ratingFold = fold(ratingTable, {
  TicketRated: {
    keys: event => [[event.data.messageId]],
    evolve: (_, { data, position }, touched) => {
      const { messageId: id, ticketId, userId, rating, ratedAt } = data;
      const ticket = touched.get(ticketTable, ticketId);
      if (!ticket) return null;
      const { contactId, connectionId, queueId } = ticket;
      const mark = { userId, rating, at: isoInstant(ratedAt), reason: null, placed: position };
      return { id, ticketId, contactId, connectionId, queueId, ...mark };
    },
  },
  TicketRatingExplained: {
    keys: event => [[event.data.answerId]],
    evolve: (row, { data: { reason } }, touched) =>
      row ? { ...row, reason: wordsOf(reason || null, row.contactId, touched) } : null,
  },
});

/** Follows the ticket fold, whose row says whose ticket it is. */
const entry = <Type extends TicketAction>(
  action: Action['action'],
  say: (
    event: EventOf<Type>,
  ) => Partial<Pick<Action, 'toUserId' | 'queueId' | 'notes' | 'tagIds' | 'reason' | 'rating'>>,
  idOf: (event: EventOf<Type>) => string = ({ id }: Recorded) => id,
): Handler<typeof historyTable, Type> => ({
  keys: event => [[idOf(event)]],
  evolve: (_, event, touched) => actionOf(action, event, touched, { id: idOf(event), ...say(event) }),
});

type TicketAction = Extract<AnyEventType, `Ticket${string}`>;

const actionOf = (
  action: Action['action'],
  event: EventOf<TicketAction>,
  touched: Touched,
  said: Partial<Action> & { readonly id: string },
): Action | null => {
  const { ticketId } = event.data;
  const ticket = touched.get(ticketTable, ticketId);
  if (!ticket) return null;
  const { contactId } = ticket;
  return {
    ...{ ticketId, contactId, action, at: isoInstant(event.metadata.at), placed: event.position },
    ...doer(event.metadata.actor),
    ...{ toUserId: null, queueId: null, tagIds: [], reason: null, rating: null },
    ...said,
    notes: wordsOf(said.notes ?? null, contactId, touched),
  };
};

/** A connection does what its contact caused by writing. */
const doer = (actor: Actor): Pick<Action, 'actor' | 'userId'> => ({
  actor: actor.kind === 'connection' ? 'contact' : actor.kind,
  userId: actor.kind === 'user' ? actor.id : null,
});

const forgotten = (row: RowOf<typeof historyTable> | undefined): Action | null =>
  row ? { ...row, notes: null } : null;

export const historyFold = fold(historyTable, {
  TicketOpened: entry<'TicketOpened'>('opened', ({ data: { queueId, userId } }) => ({
    ...{ queueId, toUserId: userId },
  })),
  TicketAccepted: entry<'TicketAccepted'>('accepted', ({ data: { queueId, userId } }) => ({
    ...{ queueId, toUserId: userId },
  })),
  TicketReturned: entry<'TicketReturned'>('returned', ({ data: { reason } }) => ({
    reason: reason === 'attendant' ? null : reason,
  })),
  TicketTransferred: entry<'TicketTransferred'>(
    'transferred',
    ({ data: { queueId, userId, notes, reason } }) => ({
      ...{ queueId, toUserId: userId, notes: notes || null, reason: reason ?? null },
    }),
  ),
  TicketClosed: entry<'TicketClosed'>('closed', ({ data: { reason } }) => ({ reason: reason ?? null })),
  TicketReopened: entry<'TicketReopened'>('reopened', ({ data: { queueId, undoesClosing } }) => ({
    ...{ queueId, reason: undoesClosing ? 'undone' : null },
  })),
  TicketMenuLeft: entry<'TicketMenuLeft'>('menuLeft', ({ data: { queueId, reason } }) => ({
    queueId,
    reason,
  })),
  TicketTagged: entry<'TicketTagged'>('tagged', ({ data: { tagIds } }) => ({ tagIds })),
  TicketRatingAsked: entry<'TicketRatingAsked'>('ratingAsked', () => ({})),
  TicketRated: entry<'TicketRated'>('rated', ({ data: { userId, rating } }) => ({
    ...{ toUserId: userId, rating },
  })),
  TicketRatingExplained: entry<'TicketRatingExplained'>('ratingExplained', ({ data: { reason } }) => ({
    notes: reason || null,
  })),
  TicketNoted: entry<'TicketNoted'>(
    'noted',
    ({ data: { note } }) => ({ notes: note || null }),
    ({ data: { noteId } }) => noteId,
  ),
  TicketNoteDeleted: {
    keys: event => [[event.id], [event.data.noteId]],
    evolve: (row, event, touched, [id = '']) =>
      id === event.id ? actionOf('noteDeleted', event, touched, { id }) : forgotten(row),
  },
});
