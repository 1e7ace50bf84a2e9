import { contactEntity, knownPerson } from '#domain/contact/contact.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { ContactCommands } from '../contact/contact-commands.ts';
import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';
import { rowCommand, updateCommand } from './import-contact.ts';

export type UndoRow = {
  readonly importId: string;
  readonly line: number;
  readonly contactId: string;
  readonly outcome: 'new' | 'updated';
  /** They wrote, or were written to, since. */
  readonly written: boolean;
};
/** `gone`: there is nothing to undo any more. */
export type Undone = 'removed' | 'restored' | 'kept-edited' | 'kept-written' | 'gone';

export const undoCommand = (importId: string, line: number): string =>
  deriveId(importId, 'undo', String(line));

/** What WhatsApp says of somebody is no edit of theirs. */
const unasked: ReadonlySet<string> = new Set(['ContactPictureChanged', 'ContactIdentified']);

/**
 * Takes back what a row did: removes the contact it made, or gives the one that it changed back what it had. Who was
 * edited or written to since stays as they are. Idempotent by its command.
 */
export const undoContact = async (
  { states: { contact: states } }: CommandDeps,
  commands: ContactCommands,
  context: CommandContext,
  { importId, line, contactId, outcome, written }: UndoRow,
): Promise<Undone> => {
  const stream = states.stream(context.companyId, contactId);
  const events = await states.events(stream);
  const isNew = outcome === 'new';
  const wasUndone = events.some(({ metadata }) => metadata.commandId === context.commandId);
  if (wasUndone) return isNew ? 'removed' : 'restored';
  const { state, revision } = await states.fresh(stream);
  if (state.status !== 'active' && state.status !== 'merged') return 'gone';
  const by = isNew ? rowCommand(importId, line) : updateCommand(importId, line);
  const own = events.findLastIndex(({ metadata }) => metadata.commandId === by);
  if (own < 0) return 'gone';
  if (events.slice(own + 1).some(({ type }) => !unasked.has(type))) return 'kept-edited';
  if (written) return 'kept-written';
  const undone = isNew
    ? await commands.remove(context, { contactId }, revision)
    : await commands.change(context, before(events, own, contactId), revision);
  return isRejection(undone) ? 'kept-edited' : isNew ? 'removed' : 'restored';
};

/** What a form would have shown of the contact before an event. */
const before = (events: readonly Recorded[], index: number, contactId: string) => {
  const was = events
    .slice(0, index)
    .reduce<ReturnType<typeof contactEntity.evolve>>(
      (state, event) => contactEntity.evolve(state, event as Parameters<typeof contactEntity.evolve>[1]),
      contactEntity.initial,
    );
  const person = knownPerson(was);
  if (!person) throw new Error('a contact was changed before it was there');
  const { name, email, queueId, extraInfo, notification, ownName } = person;
  const named = ownName ? { namedBy: 'whatsapp' as const } : {};
  return { contactId, name, email, queueId, extraInfo: [...extraInfo], notification, ...named };
};
