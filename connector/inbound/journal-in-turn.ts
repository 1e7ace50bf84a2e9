import type { Logger } from 'pino';
import type { KeyStore } from '../keys/key-store.ts';
import { persistently } from '../retry.ts';
import { type JournalEntry, journalType } from './journal-entry.ts';
import { createLanes } from './lanes.ts';

const width = 8;

/**
 * Journals what came without a ratchet, in the order it came within a chat: two at once would be two connections to
 * Postgres, and the later one might be first. Does not reject; what cannot be stored is logged.
 */
export const journalInTurn = ({ log, signal }: { readonly log: Logger; readonly signal: AbortSignal }) => {
  const lanes = createLanes(width);
  return (keys: Pick<KeyStore, 'set'>, entry: JournalEntry): void => {
    const data: Record<string, unknown> = { [journalType]: { [entry.stanzaId]: entry } };
    lanes.add(entry.chat, () =>
      persistently(async () => keys.set(data), { signal }).catch(error => {
        if (!signal.aborted)
          log.warn({ err: error, waId: entry.stanzaId }, 'a message is not in the journal');
      }),
    );
  };
};
