import type { Viewer } from '#domain/ticket/visibility.ts';
import { type Caller, viewerOf } from '../auth/callers.ts';
import { textFrame } from './text-frame.ts';

/** What a socket may have unread before it is closed as too slow. */
const mostBuffered = 1024 * 1024;
export const closedUnauthenticated = 4401;
const goingAway = 1001;

/** What is needed of a WebSocket. */
export type Socket = {
  readonly readyState: number;
  readonly OPEN: number;
  readonly bufferedAmount: number;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
};
/** What is needed of the connection below it: whole frames are written there, without a copy for each socket. */
export type Stream = { write(frame: Buffer): unknown; cork(): void; uncork(): void };

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
  readonly sendAll: (frames: readonly Buffer[]) => void;
  /** Sends the greeting, then everything that came before it was ready. */
  readonly greet: (frames: readonly Buffer[]) => void;
  readonly ping: () => void;
  readonly close: (code: number, reason: string) => void;
  readonly terminate: () => void;
};

export const openConnection = (
  { socket, stream }: { readonly socket: Socket; readonly stream: Stream },
  caller: Caller,
  onSlow: () => void,
): LiveConnection => {
  let held: Buffer[] | undefined = [];

  const write = (frames: readonly Buffer[]) => {
    if (frames.length === 0 || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > mostBuffered) {
      onSlow();
      socket.terminate();
      return;
    }
    if (frames.length > 1) stream.cork();
    for (const frame of frames) stream.write(frame);
    if (frames.length > 1) stream.uncork();
  };
  const sendAll = (frames: readonly Buffer[]) => {
    if (held) held.push(...frames);
    else write(frames);
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
    send: frame => sendAll([frame]),
    sendAll,
    greet: frames => {
      const waiting = held ?? [];
      held = undefined;
      write([...frames, ...waiting]);
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

/** `{ event, data, position }` in the bytes that go over the wire, made once for all who get it. */
export const encodeFrame = (event: string, data: unknown, position: number): Buffer =>
  textFrame(JSON.stringify({ event, data, position }));
