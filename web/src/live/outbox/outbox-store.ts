import type { OutboxItem, OutboxStore } from './outbox.ts';

type Kept = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keeps each item under a key of its own, so that tabs do not overwrite each other's. What the browser refuses to
 * keep lives as long as the page. `prefix` names the user.
 */
export const openOutboxStore = (storage: Kept, prefix: string, events?: EventTarget): OutboxStore => {
  const keyOf = (commandId: string): string => `${prefix}.${commandId}`;
  let items = readAll(storage, prefix);
  const unkept = new Map<string, OutboxItem>();
  const without = (commandId: string) => items.filter(item => item.commandId !== commandId);

  return {
    all: () => items,
    put: item => {
      const isKnown = items.some(({ commandId }) => commandId === item.commandId);
      items = isKnown
        ? items.map(known => (known.commandId === item.commandId ? item : known))
        : [...items, item];
      try {
        storage.setItem(keyOf(item.commandId), JSON.stringify(item));
        unkept.delete(item.commandId);
      } catch {
        unkept.set(item.commandId, item);
      }
    },
    remove: commandId => {
      items = without(commandId);
      unkept.delete(commandId);
      storage.removeItem(keyOf(commandId));
    },
    watch: listener => {
      const onStorage = (event: Event): void => {
        if (!(event instanceof StorageEvent) || !(event.key === null || event.key.startsWith(`${prefix}.`)))
          return;
        items = [...readAll(storage, prefix), ...unkept.values()].toSorted(byCommand);
        listener();
      };
      events?.addEventListener('storage', onStorage);
      return () => events?.removeEventListener('storage', onStorage);
    },
  };
};

/** Ids of commands count up with time. */
const byCommand = (one: OutboxItem, other: OutboxItem): number => (one.commandId < other.commandId ? -1 : 1);

const readAll = (storage: Kept, prefix: string): readonly OutboxItem[] => {
  const found: OutboxItem[] = [];
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index);
    const item = key?.startsWith(`${prefix}.`) ? parsed(storage.getItem(key)) : undefined;
    if (item) found.push(item);
  }
  return found.toSorted(byCommand);
};

const parsed = (text: string | null): OutboxItem | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isItem(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isItem = (value: unknown): value is OutboxItem =>
  typeof value === 'object' &&
  value !== null &&
  ['commandId', 'messageId', 'ticketId', 'body', 'at', 'failure'].every(name => name in value);
