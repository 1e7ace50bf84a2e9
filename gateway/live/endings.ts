import type { Duplex } from 'node:stream';
import type { Turns } from './turns.ts';

/**
 * Lets a connection whose other side has ended it be taken down when it is its turn: ten thousand that end in one
 * moment would hold up every call for half a second. For who knows already how to take it down; `onEnd` is called at
 * once.
 */
export const paceEnding = (stream: Duplex, inTurn: Turns, onEnd: () => void): void => {
  const listeners = stream.listeners('end');
  stream.removeAllListeners('end');
  stream.once('end', () => {
    onEnd();
    inTurn(() => {
      if (stream.destroyed) return;
      for (const listener of listeners) listener.call(stream);
    });
  });
};
