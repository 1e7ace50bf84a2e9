import { type JournalEntry, parts } from '../inbound/journal-entry.ts';
import { isRefused } from '../retry.ts';
import { storableId } from '../storable.ts';

type Stored<Rows> = { readonly stored: Rows; readonly entries: readonly JournalEntry[] };

/**
 * Stores keys with journal entries, as they are or, when Postgres will not take one of them in, with that one counted
 * as set aside: the ratchets must move on, and whoever writes next must not wait. What is on the envelopes is clean, so
 * this is for what nobody has thought of; nothing is known then of the message but that it was. Throws what `put`
 * throws of the keys alone.
 */
export const storeOrSetAside =
  (onSetAside: () => Promise<void>) =>
  async <Rows>(
    entries: readonly JournalEntry[],
    put: (entries: readonly JournalEntry[]) => Promise<Rows>,
  ): Promise<Stored<Rows>> => {
    try {
      return { stored: await put(entries), entries };
    } catch (error) {
      if (entries.length === 0 || !isRefused(error)) throw error;
      for (const kept of withoutOne(entries)) {
        const stored = await put(kept).catch(refused);
        if (stored === undefined) continue;
        await onSetAside();
        return { stored, entries: kept };
      }
      throw error;
    }
  };

const refused = (error: unknown): undefined => {
  if (!isRefused(error)) throw error;
};

/** First each one bare, then all of them. */
const withoutOne = function* (entries: readonly JournalEntry[]): Generator<readonly JournalEntry[]> {
  if (entries.length > 1)
    for (const bare of entries.keys())
      yield entries.map((entry, index) => (index === bare ? bared(entry) : entry));
  yield entries.map(bared);
};

const bared = ({ chat, participant, stanzaId, encIndex }: JournalEntry): JournalEntry => {
  const id = storableId([chat, participant, stanzaId, encIndex, '\0'].join(' '));
  return {
    ...{
      chat: '',
      participant: '',
      stanzaId: id,
      encIndex: parts.stanza,
      plain: null,
      rejected: 'set-aside',
    },
    attrs: {
      ...{ id, fromMe: false, remoteJid: '', remoteJidAlt: null, participant: null, participantAlt: null },
      ...{ sentAt: 0, pushName: null },
    },
  };
};
