import { useSyncExternalStore } from 'react';
import { addDays, dayOf, momentOf } from '#domain/shared/calendar.ts';
import { companyZone } from '../../shared/company-zone.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The day that it is where the company is, as the time of its midnight. Anew when a day begins, also after the machine has slept. */
export const useToday = (): number => useSyncExternalStore(subscribe, midnight);

const midnight = (days = 0): number => {
  const zone = companyZone();
  return momentOf(addDays(dayOf(new Date(), zone), days), 0, zone).getTime();
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
