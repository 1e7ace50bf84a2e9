import type { Viewer } from '#domain/ticket/visibility.ts';
import { type Caller, viewerOf } from '../auth/callers.ts';

/** What a socket may have unread before it is closed as too slow. */
const mostBuffered = 1024 * 1024;
export const closedUnauthenticated = 4401;
const goingAway = 1001;

/** What is needed of a WebSocket. */
export type Socket = {
  readonly readyState: number;
  readonly OPEN: number;
  readonly bufferedAmount: number;
  send(data: Buffer, options: { binary: boolean }): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
};

/** One open socket: who is behind it, what it asked to see, and what was not sent yet. */
export type LiveConnection = {
  readonly companyId: string;
  readonly sessionId: string;
  viewer: Viewer;
  /** Ends with the access token, unless that is renewed. */
  expiry: NodeJS.Timeout | undefined;
  readonly chatBoxes: Set<string>;
  notifications: boolean;
  /** The position that a resumed screen knew; its first chat box is caught up from there. */
  resumeFrom: number | undefined;
  answeredPing: boolean;
  readonly send: (frame: Buffer) => void;
  /** Sends the greeting, then everything that came before it was ready. */
  readonly greet: (frames: readonly Buffer[]) => void;
  readonly ping: () => void;
  readonly close: (code: number, reason: string) => void;
  readonly terminate: () => void;
};

export const openConnection = (socket: Socket, caller: Caller, onSlow: () => void): LiveConnection => {
  let held: Buffer[] | undefined = [];

  const write = (frame: Buffer) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > mostBuffered) {
      onSlow();
      socket.terminate();
      return;
    }
    socket.send(frame, { binary: false });
  };

  return {
    companyId: caller.user.companyId,
    sessionId: caller.sessionId,
    viewer: viewerOf(caller.user),
    expiry: undefined,
    chatBoxes: new Set(),
    notifications: false,
    resumeFrom: undefined,
    answeredPing: true,
    send: frame => {
      if (held) held.push(frame);
      else write(frame);
    },
    greet: frames => {
      const waiting = held ?? [];
      held = undefined;
      for (const frame of [...frames, ...waiting]) write(frame);
    },
    ping: () => socket.ping(),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
};

export const shutDown = (connection: LiveConnection): void => connection.close(goingAway, 'restarting');

/** Closes it when its access token ends: seconds since 1970. Said again, only the last counts. */
export const expireAt = (connection: LiveConnection, seconds: number): void => {
  clearTimeout(connection.expiry);
  connection.expiry = setTimeout(
    () => connection.close(closedUnauthenticated, 'ERR_SESSION_EXPIRED'),
    Math.max(0, seconds * 1000 - Date.now()),
  );
};

/** `{ event, data, position }` as it goes over the wire, made once for all who get it. */
export const encodeFrame = (event: string, data: unknown, position: number): Buffer =>
  Buffer.from(JSON.stringify({ event, data, position }));
