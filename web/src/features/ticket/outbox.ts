import type { QuotedView } from '#contracts/views.ts';
import { isTransient } from '../../api/api-error.ts';

export type OutboxItem = {
  /** Makes every try the same command: a message is never sent twice. */
  readonly commandId: string;
  readonly ticketId: string;
  readonly body: string;
  readonly quotedMsg: { readonly id: string } | null;
  /** The quoted message as it is shown beside the text. */
  readonly quoted?: QuotedView | null;
  readonly at: string;
  /** Why the server refused it; null while it is on its way. */
  readonly failure: string | null;
};

export type OutboxDeps = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly storageKey: string;
  readonly send: (item: OutboxItem) => Promise<{ id: string; position: number }>;
  readonly onSent: (item: OutboxItem, sent: { id: string; position: number }) => void;
  readonly failureOf: (error: unknown) => string;
  /** Calls back when another try is worth it, should nobody call `flush` before. */
  readonly retryLater: (flush: () => void, tries: number) => void;
};

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Texts on their way to the server. They are kept in the browser until the server has them, go out one after another
 * in the order of writing, and survive lost connections and reloads. A refused one waits for its writer.
 */
export const createOutbox = (deps: OutboxDeps) => {
  let items = readItems(deps);
  let sending = false;
  let tries = 0;
  const listeners = new Set<() => void>();

  const become = (next: readonly OutboxItem[]): void => {
    items = next;
    if (items.length > 0) deps.storage.setItem(deps.storageKey, JSON.stringify(items));
    else deps.storage.removeItem(deps.storageKey);
    for (const listener of listeners) listener();
  };
  const without = (item: OutboxItem): OutboxItem[] =>
    items.filter(({ commandId }) => commandId !== item.commandId);
  const mark = (item: OutboxItem, failure: string | null): void =>
    become(items.map(known => (known.commandId === item.commandId ? { ...known, failure } : known)));

  const flush = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    try {
      for (let item = next(); item; item = next()) await deliver(item);
    } catch {
      deps.retryLater(() => void flush(), tries);
      tries += 1;
    } finally {
      sending = false;
    }
  };
  const next = (): OutboxItem | undefined => items.find(item => item.failure === null);
  const deliver = async (item: OutboxItem): Promise<void> => {
    try {
      const sent = await deps.send(item);
      tries = 0;
      deps.onSent(item, sent);
      become(without(item));
    } catch (error) {
      if (isTransient(error)) throw error;
      mark(item, deps.failureOf(error));
    }
  };

  return {
    items: (): readonly OutboxItem[] => items,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    add: (item: Omit<OutboxItem, 'failure'>): void => {
      become([...items, { ...item, failure: null }]);
      void flush();
    },
    retry: (item: OutboxItem): void => {
      mark(item, null);
      void flush();
    },
    discard: (item: OutboxItem): void => become(without(item)),
    /** Sends what waits. Safe to call at any time. */
    flush: (): void => void flush(),
  };
};

const readItems = ({ storage, storageKey }: OutboxDeps): readonly OutboxItem[] => {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter(isItem) : [];
  } catch {
    return [];
  }
};

const isItem = (value: unknown): value is OutboxItem =>
  typeof value === 'object' &&
  value !== null &&
  'commandId' in value &&
  'ticketId' in value &&
  'body' in value &&
  'failure' in value;
