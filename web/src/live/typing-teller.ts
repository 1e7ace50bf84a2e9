export type TypingTeller = {
  /** Somebody pressed a key. Call it as often as keys are pressed. */
  readonly typing: () => void;
  /** They sent it, emptied the field or left. */
  readonly stop: () => void;
};

/** The server forgets who writes after 6 s. */
const renewMs = 3_000;
const idleMs = 4_500;

/** Says that somebody writes: at once, every 3 s while keys are pressed, and that they stopped after 4.5 s without one. */
export const typingTeller = (say: (typing: boolean) => void): TypingTeller => {
  let saidAt: number | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(idle);
    if (saidAt === undefined) return;
    saidAt = undefined;
    say(false);
  };
  return {
    typing: () => {
      clearTimeout(idle);
      idle = setTimeout(stop, idleMs);
      const now = performance.now();
      if (saidAt !== undefined && now - saidAt < renewMs) return;
      saidAt = now;
      say(true);
    },
    stop,
  };
};
