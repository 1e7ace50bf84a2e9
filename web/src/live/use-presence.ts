import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLive } from './live-context.ts';
import type { TicketPresence } from './presence-store.ts';
import { type TypingTeller, typingTeller } from './typing-teller.ts';

/**
 * Who else has this ticket open (`viewers`, by name, with `typing`) and whether the contact writes or records
 * (`contact`: 'composing', 'recording' or null). Never names the user of this page, however many tabs they have.
 * Needs `useChatBox(ticketId)` somewhere on the page; nobody there while the connection is lost.
 */
export const useTicketPresence = (ticketId: string): TicketPresence => {
  const { presence } = useLive();
  return useSyncExternalStore(
    useCallback(listener => presence.subscribe(ticketId, listener), [presence, ticketId]),
    () => presence.of(ticketId),
  );
};

/**
 * How the input tells others (and the contact) that somebody writes in this ticket: call `typing()` at each change
 * of the text and `stop()` when it was sent or emptied; throttled here, and stopped by itself when no key follows
 * or the ticket leaves the screen. The answer is the same object until the ticket or the connection changes.
 */
export const useSayTyping = (ticketId: string): TypingTeller => {
  const { socket } = useLive();
  const teller = useMemo(
    () => typingTeller(typing => socket?.say({ event: 'typing', ticketId, typing })),
    [socket, ticketId],
  );
  useEffect(() => teller.stop, [teller]);
  return teller;
};
