import { WebSocket } from 'ws';
import type { Socket } from '../baileys.ts';

/** How much of one socket is read. */
export type LineReading = {
  readonly isPaused: () => boolean;
  /** What waits has become more or less. */
  readonly changed: () => void;
  /** Reads on, and does not pause any more: a socket that is not read cannot be closed in an orderly way. */
  readonly release: () => void;
};

/** The measure in which the sockets of a process are read. */
export type Reading = {
  /** `waiting` tells how many messages of the socket have not been dealt with. */
  readonly open: (socket: Pick<Socket, 'ws'>, waiting: () => number) => LineReading;
};

/** How many messages of all sockets together may wait in memory; the rest waits at WhatsApp. */
const defaultMost = 1_000;

/**
 * Whoever deals with a message may need an answer of the server, which stands behind the messages that are on their
 * way already: while somebody asks, so many times more may wait. Further than that it is not read: the question
 * times out then, and the message goes on without an answer.
 */
const moreWhileAsking = 10;
const lookEveryMs = 250;

/** Sockets of which much is waiting are paused until half of it is done; those that wait share `most`. */
export const shareReading = (most = defaultMost): Reading => {
  const lines = new Set<() => number>();
  const share = () => most / Math.max(1, [...lines].filter(waiting => waiting() > 0).length);

  const open: Reading['open'] = ({ ws }, waiting) => {
    let paused: WebSocket | undefined;
    let looking: NodeJS.Timeout | undefined;
    lines.add(waiting);

    const resume = () => {
      clearInterval(looking);
      paused?.resume();
      paused = undefined;
    };
    const changed = () => {
      const count = waiting();
      if (paused) {
        if (count <= share() / 2 || (isAsking(ws) && count < share() * moreWhileAsking)) resume();
        return;
      }
      if (!lines.has(waiting) || count < most / lines.size || count < share()) return;
      if (isAsking(ws) && count < share() * moreWhileAsking) return;
      paused = lineOf(ws);
      paused?.pause();
      if (paused) looking = setInterval(changed, lookEveryMs);
    };
    return {
      isPaused: () => paused !== undefined,
      changed,
      release: () => {
        lines.delete(waiting);
        resume();
      },
    };
  };
  return { open };
};

/** The library listens for the answer to a question under the question's tag. */
const isAsking = (ws: Socket['ws']) =>
  ws.eventNames().some(name => typeof name === 'string' && name.startsWith('TAG:'));

/** The library keeps the line itself to itself; undefined while there is none. */
export const lineOf = (ws: Socket['ws']): WebSocket | undefined => {
  const line: unknown = Reflect.get(ws, 'socket');
  return line instanceof WebSocket ? line : undefined;
};
