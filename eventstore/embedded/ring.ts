import type { LoggedEvent, Place } from './log-types.ts';

export type RingLimits = { readonly events: number; readonly bytes: number };

/** What an event takes beside its data: its fields, its encoded frame, its place in tables. */
const overhead = 256;
const size = (event: LoggedEvent): number => event.data.length + event.metadata.length + overhead;

/**
 * The newest part of the log in memory, bounded by number and by bytes. Places have no gaps, so an event is
 * found by counting.
 */
export const createRing = (limits: RingLimits) => {
  const slots: LoggedEvent[] = [];
  let start = 0;
  let held = 0;
  let left = 0;

  const drop = (): void => {
    const oldest = slots[start];
    if (!oldest) return;
    held -= size(oldest);
    left += size(oldest);
    start += 1;
  };

  /** Frees what was dropped, now and then, so that moving the rest costs little. */
  const tidy = (): void => {
    if (start <= limits.events / 2 && left <= limits.bytes / 2) return;
    slots.splice(0, start);
    start = 0;
    left = 0;
  };

  return {
    push: (event: LoggedEvent): void => {
      slots.push(event);
      held += size(event);
      while (slots.length - start > limits.events || held > limits.bytes) drop();
      tidy();
    },
    /** At most `count` events from a place on; undefined when that place is no longer here. */
    from: (place: Place, count: number): readonly LoggedEvent[] | undefined => {
      const first = slots[start];
      if (!first || first.place > place) return undefined;
      const at = start + (place - first.place);
      return slots.slice(at, at + count);
    },
    /** Bytes that cannot be freed yet, dropped ones among them. */
    retained: (): number => held + left,
  };
};
