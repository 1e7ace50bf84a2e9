import { type AuthenticationState, initAuthCreds, type SignalDataTypeMap } from '@whiskeysockets/baileys';
import { recordsToRead, recordsToStore } from '#connector/keys/session-record.ts';

/** Credentials and keys of a new device, in memory. A session that was tried in vain is kept as it was. */
export function memoryAuth(): AuthenticationState {
  const stored = new Map<string, unknown>();
  return {
    creds: initAuthCreds(),
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        for (const id of ids) {
          const value = stored.get(`${type}/${id}`);
          if (value !== undefined) Object.assign(found, { [id]: structuredClone(value) });
        }
        return type === 'session' ? Object.assign(found, recordsToRead(found)) : found;
      },
      set(data) {
        for (const [type, entries] of Object.entries(data)) {
          const before = Object.fromEntries(
            Object.keys(entries).map(id => [id, stored.get(`${type}/${id}`)]),
          );
          for (const [id, value] of Object.entries(recordsToStore(before, entries))) {
            if (value === null || value === undefined) stored.delete(`${type}/${id}`);
            else stored.set(`${type}/${id}`, value);
          }
        }
      },
    },
  };
}
