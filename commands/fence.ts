import type { AnyEvent } from '#domain/catalogue.ts';
import { eventId } from '#eventstore/event-id.ts';
import { WrongRevision } from '#eventstore/types.ts';
import { type CommandContext, metadataOf, stepOf } from './context.ts';
import type { StreamStates } from './stream-states.ts';

/**
 * Writes the end of an entity that was never begun as the first event of its stream, so that whoever is about to
 * begin it finds it ended. Answers false when it has begun after all.
 */
export const fence = async <State, Event extends AnyEvent>(
  context: CommandContext,
  states: StreamStates<State, Event>,
  id: string,
  end: Event,
): Promise<boolean> => {
  const stream = states.stream(context.companyId, id);
  const { commandId } = stepOf(context, 'fence', id);
  const metadata = metadataOf(context);
  try {
    await states.append(states.unwritten(stream), [
      { id: eventId(stream, commandId, 0), event: end, metadata },
    ]);
    return true;
  } catch (error) {
    if (error instanceof WrongRevision) return false;
    throw error;
  }
};
