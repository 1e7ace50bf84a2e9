import type { MediaType } from '#domain/message/events.ts';
import type { Accepted } from '../context.ts';
import type { CommandDeps } from '../states.ts';

/** A message that an earlier run of a call has queued, whatever has become of it since. */
export type SentBefore = {
  readonly id: string;
  /** Where it stands now. */
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly mediaType: MediaType;
  readonly queuedAt: string;
  readonly outcome: Accepted;
};

/** What the log has of a message that was queued; undefined when it was not. */
export const sentBefore = async (
  { states: { message } }: CommandDeps,
  companyId: string,
  id: string,
): Promise<SentBefore | undefined> => {
  const stream = message.stream(companyId, id);
  const [first] = await message.events(stream);
  const { state, position, revision } = await message.fresh(stream);
  if (first?.type !== 'MessageQueued' || state.status === 'none') return undefined;
  const { connectionId, mediaType, sentAt: queuedAt } = first.data;
  const { ticketId, contactId } = state;
  const outcome = { position, revision, changed: true };
  return { id, ticketId, contactId, connectionId, mediaType, queuedAt, outcome };
};
