import type { AnyEvent } from '#domain/catalogue.ts';
import { eventId } from '#eventstore/event-id.ts';
import { WrongRevision } from '#eventstore/types.ts';
import { type CommandContext, metadataOf, stepOf } from './context.ts';
import type { Folded, StreamStates } from './stream-states.ts';

/**
 * Writes the end of an entity where its next event would stand, so that whoever is about to begin it cannot
 * any more. Answers false when there is another event already.
 */
export const appendTombstone = async <State, Event extends AnyEvent>(
  context: CommandContext,
  states: StreamStates<State, Event>,
  folded: Folded<State>,
  end: Event,
): Promise<boolean> => {
  const { stream, revision } = folded;
  const { commandId } = stepOf(context, 'fence', String(revision));
  const metadata = metadataOf(context);
  try {
    await states.append(folded, [{ id: eventId(stream, commandId, 0), event: end, metadata }]);
    return true;
  } catch (error) {
    if (error instanceof WrongRevision) return false;
    throw error;
  }
};

/** The same for an entity that was never begun and cannot begin twice. */
export const endUnwritten = <State, Event extends AnyEvent>(
  context: CommandContext,
  states: StreamStates<State, Event>,
  id: string,
  end: Event,
): Promise<boolean> =>
  appendTombstone(context, states, states.unwritten(states.stream(context.companyId, id)), end);
