import { useEffect, useRef } from 'react';
import { isTyping } from './is-typing.ts';

/**
 * Calls back when Esc is pressed wherever the focus is, but for fields and dialogs, and unless something before it in
 * turn has taken the key. First come the composer's own keys, then what is being `answering`, then what stands `beside`
 * the conversation, and the page last.
 */
export const useEsc = (turn: 'answering' | 'beside', onLeave: () => void): void => {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    // The composer's keys are the window's on the way down, the page's are the window's on the way up.
    const [place, isOnTheWayDown] = turn === 'answering' ? [window, true] : [document, false];
    place.addEventListener('keydown', onKey as EventListener, isOnTheWayDown);
    return () => place.removeEventListener('keydown', onKey as EventListener, isOnTheWayDown);
  }, [turn]);
};
