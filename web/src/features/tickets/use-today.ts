import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The day that it is, as the time of its midnight. Anew when a day begins, also after the machine has slept. */
export const useToday = (): number => useSyncExternalStore(subscribe, midnight);

const midnight = (days = 0): number => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
};

const tell = (): void => {
  for (const listener of listeners) listener();
};
const plan = (): void => {
  tell();
  timer = setTimeout(plan, midnight(1) - Date.now() + 50);
};

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    timer = setTimeout(plan, midnight(1) - Date.now() + 50);
    document.addEventListener('visibilitychange', tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tell);
  };
};
