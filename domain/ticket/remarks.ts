import { type Decision, nothing, reject } from '../shared/decision.ts';
import { sameList, withoutRepeats } from '../shared/list.ts';
import type { TicketEvent } from './events.ts';
import { isLiving, type Ticket } from './ticket.ts';

/** What people write at a ticket for each other: tags and notes, whatever its status. */

type Decided = Decision<TicketEvent>;
type OfTicket = { readonly ticketId: string };

/** `missing` are those of the tags that the company has not. */
export const tagTicket = (
  { ticketId, ...command }: OfTicket & { readonly tagIds: readonly string[] },
  ticket: Ticket,
  missing: readonly string[],
): Decided => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  if (missing.length > 0) return reject('ERR_NO_TAG_FOUND', { tagIds: missing });
  const tagIds = withoutRepeats(command.tagIds);
  if (sameList(tagIds, ticket.tagIds ?? [])) return nothing;
  return [{ type: 'TicketTagged', data: { ticketId, tagIds } }];
};

export type NoteTicket = OfTicket & {
  readonly noteId: string;
  readonly userId: string | null;
  readonly note: string;
};

const longestNote = 5000;

/** At least 2 characters: specification, core, section 5. */
export const noteTicket = (command: NoteTicket, ticket: Ticket): Decided => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  const note = command.note.trim();
  if (note.length < 2 || note.length > longestNote) return reject('ERR_VALIDATION', { field: 'note' });
  if (ticket.notes?.some(({ id }) => id === command.noteId)) return nothing;
  return [{ type: 'TicketNoted', data: { ...command, note } }];
};

/** A note is its writer's to delete; `anybodys` for who may delete those of others. */
export const deleteNote = (
  command: OfTicket & { readonly noteId: string; readonly userId: string | null; readonly anybodys: boolean },
  ticket: Ticket,
): Decided => {
  const { ticketId, noteId, userId, anybodys } = command;
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  const note = ticket.notes?.find(({ id }) => id === noteId);
  if (!note) return reject('ERR_NO_NOTE_FOUND');
  if (!anybodys && note.userId !== userId) return reject('ERR_NO_PERMISSION', { userId: note.userId });
  return [{ type: 'TicketNoteDeleted', data: { ticketId, noteId } }];
};
