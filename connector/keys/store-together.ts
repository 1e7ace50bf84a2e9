import type { SignalKeyStore } from '@whiskeysockets/baileys';

/** Values by type and id; what is gone is null. */
export type Changes = Record<string, Record<string, unknown>>;

/**
 * One write for all that is encrypted at the same time: a message goes to several devices, the own phone's too. Each
 * call resolves when what it brought is stored, and rejects when the write fails.
 */
export const storeTogether = (store: SignalKeyStore): ((changes: Changes) => Promise<void>) => {
  let next: { readonly changes: Changes; readonly stored: Promise<void> } | undefined;
  const begin = () => {
    const changes: Changes = {};
    const stored = new Promise<void>(resolve => setImmediate(resolve)).then(() => {
      next = undefined;
      return store.set(changes);
    });
    return { changes, stored };
  };
  return async moved => {
    next ??= begin();
    merge(next.changes, moved);
    await next.stored;
  };
};

/** Adds changes to others; the newer of two values of one id counts. */
export const merge = (changes: Changes, more: Changes): void => {
  for (const [type, values] of Object.entries(more)) changes[type] = { ...changes[type], ...values };
};
