import { useSyncExternalStore } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
const listeners = new Set<() => void>();
let used = false;

/** What the first screen can do without may be loaded from now on. */
export const wakeRest = (): void => {
  if (used) return;
  used = true;
  for (const sign of signs) window.removeEventListener(sign, wakeRest, true);
  for (const listener of listeners) listener();
};

/** Waits for the first sign of somebody using the page. */
export const watchFirstUse = (): void => {
  for (const sign of signs) window.addEventListener(sign, wakeRest, { capture: true, passive: true });
};

/** Whether somebody has used the page, or something is to be said to them. */
export const useFirstUse = (): boolean => useSyncExternalStore(subscribe, () => used);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
