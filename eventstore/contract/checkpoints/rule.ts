/*
 * What a filtered subscription says of the events behind the one where it begins, as KurrentDB 25.0.0 has it. The events
 * are counted, the one at the beginning is 0:
 *
 *   eK    event K is given
 *   cK    a checkpoint on event K
 *   c<K   a checkpoint in front of event K, which may be written later
 *   live  it has caught up
 */

export type Pace = {
  /** Events that the server looks at in one go. */
  readonly window: number;
  /** Looked-at events between two checkpoints. */
  readonly every: number;
};

/**
 * Windows are read until one is not full: behind a full one that ends where the log ends an empty one is read. Each
 * `every` events, and at the end, a checkpoint tells the last event that was given, or else where the window begins.
 */
export const saidCatchingUp = (wanted: readonly boolean[], { window, every }: Pace): readonly string[] => {
  if (wanted.length === 1) return ['live'];
  const said: string[] = [];
  let checkpoint = '';
  const fullWindows = Math.floor(wanted.length / window);
  for (let number = 0; number <= fullWindows; number += 1) {
    const [begin, end] = [number * window, Math.min(wanted.length, (number + 1) * window)];
    let reached = begin === 0 ? 'c0' : `c<${begin}`;
    for (let event = Math.max(1, begin); event < end; event += 1) {
      if (!wanted[event]) continue;
      said.push(`e${event}`);
      reached = `c${event}`;
    }
    const isDue = number === fullWindows || end % every === 0;
    if (isDue && reached !== checkpoint) said.push(reached);
    if (isDue) checkpoint = reached;
  }
  return [...said, 'live'];
};

/** Counted from where it was live; each checkpoint stands on an event, wanted or not. */
export const saidLive = (wanted: readonly boolean[], { every }: Pace): readonly string[] =>
  wanted.flatMap((isWanted, event) =>
    event === 0
      ? ['live']
      : [...(isWanted ? [`e${event}`] : []), ...(event % every === 0 ? [`c${event}`] : [])],
  );
