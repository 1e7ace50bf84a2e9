import { createContext, useContext, useEffect } from 'react';
import type { Applied, FrameTarget } from './frame-applier.ts';
import type { LiveSocket, LiveStatus } from './live-socket.ts';
import type { PresenceStore } from './presence-store.ts';

export type Live = {
  readonly status: LiveStatus;
  /** Whether this page was live before: only then is a lost connection worth telling. */
  readonly wasLive: boolean;
  readonly socket: LiveSocket | undefined;
  readonly target: FrameTarget;
  readonly presence: PresenceStore;
  readonly onApplied: (listener: (applied: Applied) => void) => () => void;
};

export const LiveContext = createContext<Live | undefined>(undefined);

export const useLive = (): Live => {
  const live = useContext(LiveContext);
  if (!live) throw new Error('there is no live channel here');
  return live;
};

/** Is in the room of a conversation as long as it is on the screen. */
export const useChatBox = (ticketId: string): void => {
  const { socket, presence } = useLive();
  useEffect(() => {
    const leave = socket?.join({ event: 'joinChatBox', ticketId }, { event: 'leaveChatBox', ticketId });
    return () => {
      leave?.();
      presence.forget(ticketId);
    };
  }, [socket, presence, ticketId]);
};

/** Is in the room of a list of tickets as long as it is on the screen. */
export const useTicketsRoom = (status: string): void => {
  const { socket } = useLive();
  useEffect(() => socket?.join({ event: 'joinTickets', status }), [socket, status]);
};

export const useApplied = (listener: (applied: Applied) => void): void => {
  const { onApplied } = useLive();
  useEffect(() => onApplied(listener), [onApplied, listener]);
};
