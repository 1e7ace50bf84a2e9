import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type TicketNoteView, ticketNotesAnswer, ticketNoteView } from '#contracts/ticket-notes.ts';
import { fetchData } from './http.ts';

const notesKey = (contactId: string) => ['ticket-notes', contactId] as const;

/** The notes at all tickets of a contact that one may see, the newest first. */
export const contactNotesQuery = (contactId: string) =>
  queryOptions({
    queryKey: notesKey(contactId),
    queryFn: ({ signal }) =>
      fetchData({ path: '/ticket-notes/list', query: { contactId }, schema: ticketNotesAnswer, signal }),
    staleTime: 0,
  });

type Adding = { readonly ticketId: string; readonly note: string; readonly commandId: string };

export const addNote = async (client: QueryClient, { commandId, ...body }: Adding): Promise<void> => {
  const path = '/ticket-notes';
  const added = await fetchData({ method: 'POST', path, body, commandId, schema: ticketNoteView });
  client.setQueryData<TicketNoteView[]>(
    notesKey(added.contactId),
    notes => notes && [added, ...notes.filter(({ id }) => id !== added.id)],
  );
};

export const deleteNote = async (client: QueryClient, note: TicketNoteView): Promise<void> => {
  await fetchData({ method: 'DELETE', path: `/ticket-notes/${note.id}`, schema: z.unknown() });
  client.setQueryData<TicketNoteView[]>(notesKey(note.contactId), notes =>
    notes?.filter(({ id }) => id !== note.id),
  );
};
