import type { WAMessageKey, WAMessageUpdate } from '@whiskeysockets/baileys';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Lanes } from '../inbound/lanes.ts';
import type { IndexedMessage } from '../inbound/message-index.ts';
import { persistently } from '../retry.ts';
import type { SentIds } from './sent-ids.ts';

type Step = 'delivered' | 'read' | 'played';
export type Receipt = { readonly waId: string; readonly step: Step };

type Dependencies = {
  readonly commands: Commands;
  readonly lanes: Lanes;
  readonly companyId: string;
  readonly connectionId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly find: (waIds: readonly string[]) => Promise<IndexedMessage[]>;
  readonly sentIds: SentIds;
};

/** Every member of a group tells of each step. */
const mostRemembered = 5_000;

/** Tells the inbox how far messages of ours have come. They are recognised by WhatsApp's id alone. */
export const createReceipts = (dependencies: Dependencies): ((receipts: readonly Receipt[]) => void) => {
  const { commands, lanes, companyId, connectionId, log, signal, find, sentIds } = dependencies;
  const record = {
    delivered: commands.message.recordDelivered,
    read: commands.message.recordRead,
    played: commands.message.recordPlayed,
  };
  const recorded = new LRUCache<string, true>({ max: mostRemembered });
  const messageIdOf = async (waId: string): Promise<string | undefined> => {
    const known = sentIds.messageIdOf(waId) ?? (await find([waId])).find(each => each.fromMe)?.messageId;
    if (known) sentIds.add(waId, known);
    return known;
  };
  const take = async ({ waId, step }: Receipt) => {
    if (recorded.has(`${waId} ${step}`)) return;
    const messageId = await messageIdOf(waId);
    if (!messageId) return;
    const context = {
      ...{ companyId, at: new Date().toISOString(), principal: null },
      commandId: deriveId('receipt', connectionId, waId, step),
      actor: { kind: 'connection' as const, id: connectionId },
    };
    const outcome = await record[step](context, { messageId });
    if (!isRejection(outcome)) recorded.set(`${waId} ${step}`, true);
  };
  return receipts => {
    for (const receipt of receipts) {
      lanes.add(`${connectionId} out ${receipt.waId}`, () =>
        persistently(() => take(receipt), { signal }).catch(error => {
          if (!signal.aborted) log.error({ err: error, waId: receipt.waId }, 'a receipt was lost');
        }),
      );
    }
  };
};

const steps = new Map<unknown, Step>([
  [3, 'delivered'],
  [4, 'read'],
  [5, 'played'],
]);

/** The receipt that a message's status stands for, if it is one of ours that has come somewhere. */
export const receiptOf = (key: WAMessageKey, status: WAMessageUpdate['update']['status']): Receipt[] => {
  const step = steps.get(status);
  return key.fromMe && key.id && step ? [{ waId: key.id, step }] : [];
};
