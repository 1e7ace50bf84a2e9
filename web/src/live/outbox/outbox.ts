import type { QuotedView } from '#contracts/views.ts';
import { ApiError, isTransient } from '../../shared/api-error.ts';

/** What is known of a file on its way; its bytes are kept beside, under the command's id. */
export type OutboxFile = {
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly voice: boolean;
  readonly seconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
};

/** A file that the server has already, by the address it was answered with. */
export type LinkedFile = {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
};

export type OutboxItem = {
  /** Makes every try the same command: a message is never sent twice. */
  readonly commandId: string;
  /** The id that the message will have. */
  readonly messageId: string;
  readonly ticketId: string;
  readonly body: string;
  readonly quotedMsg: { readonly id: string } | null;
  /** The quoted message as it is shown beside the text. */
  readonly quoted?: QuotedView | null;
  readonly at: string;
  readonly file?: OutboxFile;
  readonly linked?: LinkedFile;
  /** It does not go before this time, so that it can be taken back. */
  readonly notBefore?: string;
  /** Why the server refused it; null while it is on its way. */
  readonly failure: string | null;
};

/** Where the items are kept: over reloads, and for all tabs of this browser. In the order of writing. */
export type OutboxStore = {
  readonly all: () => readonly OutboxItem[];
  readonly put: (item: OutboxItem) => void;
  readonly remove: (commandId: string) => void;
  /** Calls back when another tab has changed something. Returns how to stop. */
  readonly watch: (listener: () => void) => () => void;
};

export type Transfer = {
  readonly signal: AbortSignal;
  /** Notification the share that has gone, from 0 to 1. */
  readonly onProgress: (share: number) => void;
};

export type OutboxDeps = {
  readonly store: OutboxStore;
  readonly send: (item: OutboxItem, transfer: Transfer) => Promise<{ id: string; position: number }>;
  readonly onSent: (item: OutboxItem) => void;
  /** It was sent, or taken back: nothing of it is needed any more. */
  readonly onGone: (item: OutboxItem) => void;
  readonly failureOf: (error: unknown) => string;
  /** Calls back when another try is worth it, should nobody call `flush` before. */
  readonly retryLater: (flush: () => void, tries: number) => void;
  /** Comes back at that time, or as soon as the signal says so. */
  readonly waitUntil: (time: string, signal: AbortSignal) => Promise<void>;
  /** Runs one at a time of a name over all tabs. */
  readonly alone: (name: string, run: () => Promise<void>) => Promise<void>;
};

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Messages on their way to the server. They are kept in the browser until the server has them, and survive lost
 * connections and reloads. Those of one ticket go out one after another in the order of writing; tickets do not wait
 * for each other. A refused message waits for its writer and holds up nobody.
 */
export const createOutbox = (deps: OutboxDeps) => {
  const { store } = deps;
  const busy = new Set<string>();
  const tries = new Map<string, number>();
  const going = new Map<string, { readonly stop: AbortController; share: number | undefined }>();
  const listeners = new Set<() => void>();
  let closed = false;
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const drop = (item: OutboxItem): void => {
    store.remove(item.commandId);
    deps.onGone(item);
    changed();
  };
  const mark = (item: OutboxItem, failure: string | null): void => {
    store.put({ ...item, failure });
    changed();
  };
  const next = (ticketId: string): OutboxItem | undefined =>
    closed ? undefined : store.all().find(item => item.ticketId === ticketId && item.failure === null);
  const isThere = ({ commandId }: OutboxItem): boolean =>
    !closed && store.all().some(item => item.commandId === commandId && item.failure === null);

  const empty = async (ticketId: string): Promise<void> => {
    if (busy.has(ticketId)) return;
    busy.add(ticketId);
    let lost = false;
    try {
      await deps.alone(ticketId, async () => {
        for (let item = next(ticketId); item; item = next(ticketId)) await deliver(item);
      });
    } catch {
      lost = true;
      const count = tries.get(ticketId) ?? 0;
      tries.set(ticketId, count + 1);
      deps.retryLater(() => void empty(ticketId), count);
    } finally {
      busy.delete(ticketId);
    }
    if (!lost && next(ticketId)) await empty(ticketId);
  };
  const deliver = async (item: OutboxItem): Promise<void> => {
    const stop = new AbortController();
    going.set(item.commandId, { stop, share: undefined });
    const onProgress = (share: number): void => {
      going.set(item.commandId, { stop, share });
      changed();
    };
    try {
      if (item.notBefore) await deps.waitUntil(item.notBefore, stop.signal);
      if (stop.signal.aborted || !isThere(item)) return;
      if (item.file) onProgress(0);
      await deps.send(item, { signal: stop.signal, onProgress });
      tries.delete(item.ticketId);
      deps.onSent(item);
      drop(item);
    } catch (error) {
      if (stop.signal.aborted) return;
      if (isTransient(error) || isSessionOver(error)) throw error;
      mark(item, deps.failureOf(error));
    } finally {
      going.delete(item.commandId);
      changed();
    }
  };
  const flush = (): void => {
    const waiting = store.all().filter(({ failure }) => failure === null);
    for (const ticketId of new Set(waiting.map(item => item.ticketId))) void empty(ticketId);
  };
  store.watch(changed);

  return {
    items: (): readonly OutboxItem[] => store.all(),
    /** The share of a file that has gone, from 0 to 1; undefined while it waits. */
    share: (commandId: string): number | undefined => going.get(commandId)?.share,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    add: (...items: readonly Omit<OutboxItem, 'failure'>[]): void => {
      for (const item of items) store.put({ ...item, failure: null });
      changed();
      flush();
    },
    retry: (item: OutboxItem): void => {
      mark(item, null);
      flush();
    },
    /** Takes back what has not gone yet, and stops it on its way. */
    discard: (item: OutboxItem): void => {
      const stop = going.get(item.commandId)?.stop;
      drop(item);
      stop?.abort();
    },
    /** Sends what waits. Safe to call at any time. */
    flush,
    /** Sends nothing more until it is opened: its person is not signed in any more. */
    close: (): void => {
      closed = true;
    },
    open: (): void => {
      closed = false;
      flush();
    },
  };
};

/** It waits for the next login. */
const isSessionOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.code === 'ERR_SESSION_EXPIRED');
