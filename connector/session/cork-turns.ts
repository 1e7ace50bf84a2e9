import type { Duplex } from 'node:stream';

/**
 * Lets what is written to a connection within one turn of the event loop leave together at its end: the receipts of a
 * group of twenty are acknowledged in one call of the system instead of twenty. In the order in which it was written;
 * nothing waits longer than the turn, and what ends the connection sends what waits first.
 */
export const corkTurns = (stream: Pick<Duplex, 'cork' | 'uncork' | 'write'>): void => {
  let isCorked = false;
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  stream.write = (...given: unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      setImmediate(uncork);
    }
    return write(...given);
  };
};
