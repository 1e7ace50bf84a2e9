import { useSyncExternalStore } from 'react';
import { may } from '#domain/access/may.ts';
import { signed } from '#domain/shared/signature.ts';
import { useUser } from '../../../api/session-store.ts';
import { keep, readKept } from '../../../shared/kept.ts';

const storageKey = 'sign-messages';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** Whether messages go out with their writer's name. Who may choose does; it is on for everybody else. */
export const useSignature = () => {
  const user = useUser();
  const mayChoose = may(user, 'message.sendUnsigned');
  const chosen = useSyncExternalStore(subscribe, () => readKept(storageKey) !== 'off');
  const on = !mayChoose || chosen;
  return {
    on,
    mayChoose,
    choose: (next: boolean): void => {
      keep(storageKey, next ? 'on' : 'off');
      for (const listener of listeners) listener();
    },
    sign: (words: string): string => (on && words !== '' ? signed(words, user.name) : words),
  };
};
