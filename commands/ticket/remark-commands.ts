import { may } from '#domain/access/may.ts';
import { deleteNote, noteTicket, tagTicket } from '#domain/ticket/remarks.ts';
import type { Ticket } from '#domain/ticket/ticket.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { onTicket } from './on-ticket.ts';

type OfTicket = { readonly ticketId: string };

/** The ticket has these tags from now on, and no others. ERR_NO_TAG_FOUND (details: `tagIds`). */
export const tagTicketCommand =
  (deps: CommandDeps) =>
  async (
    context: CommandContext,
    { ticketId, tagIds }: OfTicket & { readonly tagIds: readonly string[] },
  ): Promise<Outcome> => {
    const missing = await missingTags(deps, context, tagIds);
    const decide = (ticket: Ticket) => tagTicket({ ticketId, tagIds }, ticket, missing);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.tag', decide))).outcome;
  };

/** Leaves a note in the name of the acting person. The same note id again does nothing. */
export const noteTicketCommand =
  (deps: CommandDeps) =>
  async (
    context: CommandContext,
    input: OfTicket & { readonly noteId: string; readonly note: string },
  ): Promise<Outcome> => {
    const userId = context.principal?.userId ?? null;
    const decide = (ticket: Ticket) => noteTicket({ ...input, userId }, ticket);
    return (await handle(context, onTicket(deps, input.ticketId, 'ticket.note', decide))).outcome;
  };

/** A note is its writer's to delete, and an administrator's. */
export const deleteNoteCommand =
  (deps: CommandDeps) =>
  async (context: CommandContext, input: OfTicket & { readonly noteId: string }): Promise<Outcome> => {
    const { principal } = context;
    const anybodys = principal === null || may(principal, 'ticket.deleteAnyNote');
    const command = { ...input, userId: principal?.userId ?? null, anybodys };
    const decide = (ticket: Ticket) => deleteNote(command, ticket);
    return (await handle(context, onTicket(deps, input.ticketId, 'ticket.deleteNote', decide))).outcome;
  };

const missingTags = async (
  { states: { tag } }: CommandDeps,
  { companyId }: CommandContext,
  tagIds: readonly string[],
): Promise<readonly string[]> => {
  const found = await Promise.all(
    [...new Set(tagIds)].map(async id => ({ id, ...(await tag.fresh(tag.stream(companyId, id))) })),
  );
  return found.flatMap(({ id, state }) => (state.status === 'active' ? [] : [id]));
};
