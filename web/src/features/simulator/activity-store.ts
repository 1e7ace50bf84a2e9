import { useSyncExternalStore } from 'react';

export type Activity = 'typing' | 'recording';

/** Phones hide a typing sign by themselves when nothing more comes. */
const shownForMs = 12_000;

type Entry = { readonly activity: Activity; readonly timer: ReturnType<typeof setTimeout> };
const entries = new Map<string, Entry>();
const online = new Map<string, boolean>();
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Somebody types or records to a number or in a group, or stops. */
export const noteActivity = (from: string, to: string, activity: Activity | undefined): void => {
  const key = `${from} ${to}`;
  clearTimeout(entries.get(key)?.timer);
  entries.delete(key);
  if (activity) {
    const timer = setTimeout(() => noteActivity(from, to, undefined), shownForMs);
    entries.set(key, { activity, timer });
  }
  tell();
};

export const noteOnline = (number: string, available: boolean): void => {
  online.set(number, available);
  tell();
};

const ofOthers = (viewer: string, chat: string): string | undefined => {
  if (!chat.endsWith('@g.us')) return entries.has(`${chat} ${viewer}`) ? `${chat} ${viewer}` : undefined;
  return [...entries.keys()].find(key => key.endsWith(` ${chat}`) && !key.startsWith(`${viewer} `));
};

/** Who else types or records in a chat as `viewer` sees it; undefined when nobody does. */
export const useActivity = (
  viewer: string,
  chat: string,
): { readonly from: string; readonly activity: Activity } | undefined => {
  const key = useSyncExternalStore(subscribe, () => ofOthers(viewer, chat));
  const entry = key === undefined ? undefined : entries.get(key);
  return key !== undefined && entry ? { from: key.split(' ')[0] ?? '', activity: entry.activity } : undefined;
};

/** Whether somebody has WhatsApp open, as far as it was told since the page was opened. */
export const useOnline = (number: string): boolean =>
  useSyncExternalStore(subscribe, () => online.get(number) ?? false);
