import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Outbox, OutboxItem } from './outbox.ts';

export const OutboxContext = createContext<Outbox | undefined>(undefined);

export const useOutbox = (): Outbox => {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error('there is no outbox here');
  return outbox;
};

const none: readonly OutboxItem[] = [];

/** The texts of one conversation that are on their way. */
export const useOutboxItems = (ticketId: string): readonly OutboxItem[] => {
  const outbox = useOutbox();
  const items = useSyncExternalStore(
    outbox.subscribe,
    useCallback(() => outbox.items(), [outbox]),
  );
  const own = items.filter(item => item.ticketId === ticketId);
  return own.length === 0 ? none : own;
};
