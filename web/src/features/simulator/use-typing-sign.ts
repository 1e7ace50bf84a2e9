import { useCallback, useEffect, useRef } from 'react';
import { type Owner, showTyping } from './simulator-actions.ts';

const againAfterMs = 4_000;
const pauseAfterMs = 5_000;

/** Tells the other side that the contact types; companies' own phones have no such sign here. */
export const useTypingSign = ({ kind, number }: Owner, chat: string) => {
  const told = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useCallback(
    (on: boolean, recording = false): void => {
      if (kind !== 'contact') return;
      // The sign is an extra: a simulator that is away is told of elsewhere.
      showTyping(number, chat, { on, ...(recording ? { recording } : {}) }).catch(() => undefined);
    },
    [kind, number, chat],
  );
  const stop = useCallback((): void => {
    clearTimeout(pause.current);
    if (told.current > 0) tell(false);
    told.current = 0;
  }, [tell]);
  const type = useCallback(
    (recording = false): void => {
      clearTimeout(pause.current);
      if (!recording) pause.current = setTimeout(stop, pauseAfterMs);
      const now = Date.now();
      if (now - told.current < againAfterMs) return;
      told.current = now;
      tell(true, recording);
    },
    [tell, stop],
  );
  useEffect(() => stop, [stop]);
  return { type, stop };
};
