import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';

/** So long after it a closing can be undone: the offer is shown for six seconds, and an answer takes its time. */
const undoneWithinMs = 10_000;

/**
 * Whether reopening a ticket now takes back its closing: it was the same person who resolved it, just before.
 * False where it is not closed. Times are those of the commands.
 */
export const undoesClosing = async (
  { states: { ticket: states } }: CommandDeps,
  { companyId, at }: Pick<CommandContext, 'companyId' | 'at'>,
  { ticketId, userId }: { readonly ticketId: string; readonly userId: string },
): Promise<boolean> => {
  const events = await states.events(states.stream(companyId, ticketId));
  const begun = events.findLastIndex(({ type }) => type === 'TicketOpened' || type === 'TicketReopened');
  // A closed ticket can be closed another time, where a claim is taken from it: only the first is its closing.
  const closing = events.slice(begun + 1).find(({ type }) => type === 'TicketClosed');
  if (closing?.type !== 'TicketClosed') return false;
  const { data, metadata } = closing;
  const closer = data.userId ?? (metadata.actor.kind === 'user' ? metadata.actor.id : null);
  return closer === userId && Date.parse(at) - Date.parse(metadata.at) <= undoneWithinMs;
};
