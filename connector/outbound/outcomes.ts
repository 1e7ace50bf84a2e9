import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { LostRace } from '#commands/lost-race.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { noteError } from '../ledger.ts';
import type { Outbox, OutboxRow } from './outbox.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly commands: Commands;
  readonly outbox: Outbox;
  readonly companyId: string;
  readonly connectionId: string;
};

/**
 * Writes down what became of something that was sent: first in the log, then in the outbox, so that a crash between
 * the two tells the log again what it knows. Each resolves with whether changes of the message wait for it.
 */
export type Outcomes = {
  readonly accepted: (row: OutboxRow, jid: string) => Promise<boolean>;
  readonly refused: (row: OutboxRow, reason: string) => Promise<boolean>;
  /** It may have gone out. */
  readonly unconfirmed: (row: OutboxRow) => Promise<void>;
};

export const createOutcomes = (dependencies: Dependencies): Outcomes => {
  const { pool, commands, outbox, companyId, connectionId } = dependencies;
  const { message } = commands;

  const contextOf = (row: OutboxRow, what: string) => contextFor({ companyId, connectionId }, row, what);

  return {
    accepted: async (row, remoteJid) => {
      const { id, messageId, waId } = row;
      const context = contextOf(row, 'sent');
      const waKey = { id: waId, remoteJid, fromMe: true, participant: null };
      recorded(
        row.kind === 'message'
          ? await message.recordSent(context, { messageId, waKey })
          : await message.recordChangeDone(context, { messageId, changeId: id }),
      );
      return outbox.settle(row, 'sent');
    },
    refused: async (row, reason) => {
      await tellFailed(commands, { companyId, connectionId }, { row, reason });
      await noteError(pool, connectionId, reason);
      return outbox.settle(row, 'failed');
    },
    unconfirmed: async row => {
      if (row.kind !== 'message') return;
      recorded(await message.recordUnconfirmed(contextOf(row, 'unconfirmed'), { messageId: row.messageId }));
    },
  };
};

type Place = { readonly companyId: string; readonly connectionId: string };

/** Tells the log that a row has come to nothing, and why: of the message, or of the change. */
export const tellFailed = async (
  { message }: Commands,
  place: Place,
  {
    row,
    reason,
    unlessSent,
  }: { readonly row: OutboxRow; readonly reason: string; readonly unlessSent?: boolean },
): Promise<void> => {
  const { id, messageId } = row;
  const context = contextFor(place, row, 'failed');
  recorded(
    row.kind === 'message'
      ? await message.recordFailed(context, { messageId, reason, unlessSent })
      : await message.recordChangeRefused(context, { messageId, changeId: id, reason }),
  );
};

/** What failed, was asked for again and failed again has failed twice: the asking's position is in the id. */
const contextFor = ({ companyId, connectionId }: Place, row: OutboxRow, what: string): CommandContext => ({
  companyId,
  commandId: deriveId('outbound', connectionId, row.waId, what, String(row.position)),
  at: new Date().toISOString(),
  actor: { kind: 'connection', id: connectionId },
  principal: null,
});

/** What lost a race is told again; what the log refuses for another reason would be refused again. */
const recorded = (outcome: Outcome): void => {
  if (isRejection(outcome) && outcome.rejected === 'ERR_CONFLICT') throw new LostRace('a race was lost');
};
