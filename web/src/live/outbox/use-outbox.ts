import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Outbox, OutboxItem } from './outbox.ts';

export const OutboxContext = createContext<Outbox | undefined>(undefined);

export const useOutbox = (): Outbox => {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error('there is no outbox here');
  return outbox;
};

const none: readonly OutboxItem[] = [];

/** The messages of one conversation that are on their way. */
export const useOutboxItems = (ticketId: string): readonly OutboxItem[] => {
  const outbox = useOutbox();
  const items = useSyncExternalStore(
    outbox.subscribe,
    useCallback(() => outbox.items(), [outbox]),
  );
  return useMemo(() => {
    const own = items.filter(item => item.ticketId === ticketId);
    return own.length === 0 ? none : own;
  }, [items, ticketId]);
};

/** The share of a file that has gone, from 0 to 1; undefined while it waits. */
export const useShare = (commandId: string): number | undefined => {
  const outbox = useOutbox();
  return useSyncExternalStore(
    outbox.subscribe,
    useCallback(() => outbox.share(commandId), [outbox, commandId]),
  );
};
