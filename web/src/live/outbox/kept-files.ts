import { commandTime } from '../../shared/command-id.ts';

/** The bytes of files on their way: in memory for this page, and in the browser's database over reloads. */
const databaseName = 'balcao-outbox';
const storeName = 'files';
const inMemory = new Map<string, File>();
const addresses = new Map<string, string>();

/** Nothing waits longer than this for a browser that writes slowly, or never answers. */
const longestWaitMs = 3_000;
/** What another tab has just kept may not stand in its outbox yet. */
const newMs = 60_000;

/**
 * Comes back when the file is there over a reload, too: only then should something that needs it be kept. A browser
 * that does not keep it, or not in time, still has it on this page.
 */
export const keepFile = async (id: string, file: File): Promise<void> => {
  inMemory.set(id, file);
  const written = inStore('readwrite', store => store.put(file, id)).then(noted, noted);
  await Promise.race([written, new Promise<void>(resolve => setTimeout(resolve, longestWaitMs))]);
};
const noted = (): void => undefined;

/** Undefined when this browser does not have it any more. */
export const keptFile = async (id: string): Promise<File | undefined> => {
  const known = inMemory.get(id);
  if (known) return known;
  const found: unknown = await inStore('readonly', store => store.get(id)).catch(() => undefined);
  if (!(found instanceof File)) return undefined;
  inMemory.set(id, found);
  return found;
};

/** An address to show the file by on this page; it stays until the page goes. */
export const keptAddress = async (id: string): Promise<string | undefined> => {
  const known = addresses.get(id);
  if (known) return known;
  const file = await keptFile(id);
  if (!file) return undefined;
  const address = addresses.get(id) ?? URL.createObjectURL(file);
  addresses.set(id, address);
  return address;
};

/** The address that this page has shown the file by; it outlives the kept file. */
export const shownAddress = (id: string): string | undefined => addresses.get(id);

export const forgetFile = (id: string): void => {
  inMemory.delete(id);
  void inStore('readwrite', store => store.delete(id)).catch(() => undefined);
};

/** Removes what nothing on its way needs any more. Ids are those of commands. */
export const forgetOthers = async (isNeeded: (id: string) => boolean): Promise<void> => {
  const ids = await inStore('readonly', store => store.getAllKeys()).catch(() => []);
  for (const id of ids) {
    if (typeof id !== 'string' || isNeeded(id) || inMemory.has(id)) continue;
    if (Date.now() - commandTime(id) > newMs) forgetFile(id);
  }
};

let database: Promise<IDBDatabase> | undefined;

const open = (): Promise<IDBDatabase> => {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
};

const inStore = async <Answer>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer> => {
  const opened = await open();
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(storeName, mode);
    const request = act(transaction.objectStore(storeName));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
};
