import type { StreamName } from '#domain/shared/stream.ts';
import type { Position } from '#eventstore/types.ts';
import type { CommandDeps } from '../states.ts';

/** Where a message stands, and where the log stood when it was put there. */
export type Placement = { readonly ticketId: string; readonly position: Position };

/** The newest placement of a message; undefined when there is no such message. */
export const newestPlacement = async (
  { store }: CommandDeps,
  stream: StreamName,
): Promise<Placement | undefined> => {
  const events = await store.load(stream);
  for (const event of events.toReversed()) {
    if (event.type === 'MessageReceived' || event.type === 'MessageMoved' || event.type === 'MessageQueued') {
      return { ticketId: event.data.ticketId, position: event.position };
    }
  }
  return undefined;
};
