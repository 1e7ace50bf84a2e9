import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import { LostRace } from '#commands/lost-race.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Lanes } from '../inbound/lanes.ts';
import type { IndexedMessage } from '../inbound/message-index.ts';
import { persistently } from '../retry.ts';
import { keyOf, type Receipt } from './receipt.ts';
import type { ReceiptNotes } from './receipt-notes.ts';
import type { SentIds } from './sent-ids.ts';
import { sweepReceipts } from './sweep-receipts.ts';

type Dependencies = {
  readonly commands: Commands;
  readonly lanes: Lanes;
  readonly notes: ReceiptNotes;
  readonly companyId: string;
  readonly connectionId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly find: (waIds: readonly string[]) => Promise<IndexedMessage[]>;
  /** Whether an id is a change's: an edit, a deletion or a reaction of ours. */
  readonly isChange: (waId: string) => Promise<boolean>;
  readonly sentIds: SentIds;
};

/** Every member of a group tells of each step. */
const mostRemembered = 5_000;
/** What is more at a time is written down only, and read when there is room. */
const mostInHand = 1_000;
/** What the log does not know within this time is written down: in good times nothing is. */
const patienceMs = 500;

/**
 * Records how far messages of ours have come. They are recognised by WhatsApp's id alone. Resolves when the log knows,
 * or when it is written down what the log does not know yet: then WhatsApp need not repeat it. Rejects when the session
 * ends before that. What an earlier run has written down is taken up.
 */
export const openReceipts = (
  dependencies: Dependencies,
): ((receipts: readonly Receipt[]) => Promise<void>) => {
  const { lanes, notes, connectionId, log, signal, find } = dependencies;
  const record = recordReceipt(dependencies);
  const recorded = new LRUCache<string, true>({ max: mostRemembered });
  /** Written down and waiting for their messages. */
  const noted = new LRUCache<string, true>({ max: mostRemembered });
  const inHand = new Map<string, Promise<void>>();

  /** Resolves with whether nothing more is to be done for it. */
  const settle = ({ waId, step }: Receipt): Promise<boolean> =>
    new Promise(resolve => {
      lanes.add(`${connectionId} out ${waId}`, async () => {
        const settled = await persistently(() => record({ waId, step }), { signal }).catch(error => {
          if (!signal.aborted) log.error({ err: error, waId }, 'a receipt could not be recorded yet');
          return false;
        });
        if (settled) recorded.set(keyOf({ waId, step }), true);
        resolve(settled);
      });
    });
  const sweep = sweepReceipts({
    ...{ notes, connectionId, log, signal, find, settle },
    isInHand: receipt => inHand.has(keyOf(receipt)),
  });

  const write = (receipt: Receipt) => persistently(() => notes.write(connectionId, receipt), { signal });

  const keep = (receipt: Receipt): Promise<void> => {
    const safe = Promise.withResolvers<void>();
    let written: Promise<void> | undefined;
    const writeNow = () => {
      written ??= write(receipt);
      written.then(safe.resolve, safe.reject);
      return written;
    };
    const patience = setTimeout(writeNow, patienceMs);
    const key = keyOf(receipt);
    const work = async () => {
      const settled = await settle(receipt);
      clearTimeout(patience);
      if (!settled) {
        await writeNow();
        noted.set(key, true);
        sweep.soon();
      } else if (written !== undefined) {
        await written;
        notes.forget(connectionId, [receipt]);
      }
    };
    work()
      .then(safe.resolve, safe.reject)
      .finally(() => inHand.delete(key));
    inHand.set(key, safe.promise);
    return safe.promise;
  };

  const take = async (receipt: Receipt): Promise<void> => {
    const key = keyOf(receipt);
    if (recorded.has(key) || noted.has(key)) return;
    if (inHand.size < mostInHand) return inHand.get(key) ?? keep(receipt);
    await write(receipt);
    sweep.soon();
  };
  return async receipts => {
    await Promise.all(receipts.map(take));
  };
};

/** Resolves with whether nothing more is to be done for a receipt: false as long as nobody knows its message. */
const recordReceipt = ({ commands, companyId, connectionId, find, isChange, sentIds }: Dependencies) => {
  const record = {
    delivered: commands.message.recordDelivered,
    read: commands.message.recordRead,
    played: commands.message.recordPlayed,
  };
  return async ({ waId, step }: Receipt): Promise<boolean> => {
    let messageId = sentIds.messageIdOf(waId);
    if (!messageId) {
      const found = await find([waId]);
      messageId = found.find(({ fromMe }) => fromMe)?.messageId;
      if (!messageId) return found.length > 0 || isChange(waId);
      sentIds.add(waId, messageId);
    }
    const context = {
      ...{ companyId, at: new Date().toISOString(), principal: null },
      commandId: deriveId('receipt', connectionId, waId, step),
      actor: { kind: 'connection' as const, id: connectionId },
    };
    const outcome = await record[step](context, { messageId });
    if (isRejection(outcome) && outcome.rejected === 'ERR_CONFLICT') throw new LostRace('a race was lost');
    return true;
  };
};
