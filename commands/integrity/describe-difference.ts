import type { HistoryFault } from '#domain/integrity/report.ts';
import type { StoredEvent } from '#eventstore/integrity/stored-events.ts';
import type { Leaf } from './tree-rows.ts';

export type Difference = Omit<HistoryFault, 'evidence'>;

type Place = {
  readonly sequence: number;
  /** What stands in the log, and what stood there. */
  readonly event: StoredEvent | undefined;
  readonly leaf: Leaf;
  /** Of the last event that the log has up to here. */
  readonly position: number;
  readonly events: readonly StoredEvent[];
  readonly leaves: readonly Leaf[];
};

/** What happened where the log first differs from what was kept of it, told by which ids come later. */
export const describeDifference = ({
  sequence,
  event,
  leaf,
  position,
  events,
  leaves,
}: Place): Difference => {
  const place = { sequence, until: null, position };
  const was = { ...place, eventId: leaf.id, type: leaf.type };
  if (!event) return { ...was, kind: 'cut-off' };
  if (event.id === leaf.id) return { ...was, kind: 'changed' };
  const wasMovedBack = events.some(({ id }) => id === leaf.id);
  const cameEarly = leaves.some(({ id }) => id === event.id);
  if (wasMovedBack && cameEarly) return { ...was, kind: 'moved' };
  if (wasMovedBack) return { ...place, eventId: event.id, type: event.type, kind: 'inserted' };
  return { ...was, kind: cameEarly ? 'missing' : 'changed' };
};
