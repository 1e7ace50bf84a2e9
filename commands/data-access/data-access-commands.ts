import { tellOnce } from '#domain/data-access/data-access.ts';
import type { DataAccessEvent } from '#domain/data-access/events.ts';
import { minuteMs } from '#domain/shared/calendar.ts';
import { reject } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

type Exported = Extract<DataAccessEvent, { type: 'DataExported' }>['data'];

/** The same look within this time is one. */
const oneLookMs = 10 * minuteMs;

/** What is written down of who looks at much of a company at once. */
export const dataAccessCommands = ({ states: { dataAccess: states } }: CommandDeps) => {
  const tell = async (
    context: CommandContext,
    lookOf: (userId: string) => string,
    eventOf: (userId: string) => DataAccessEvent,
  ): Promise<Outcome> => {
    const userId = context.principal?.userId;
    if (userId === undefined) return reject('ERR_NO_PERMISSION', { action: 'dataAccess.record' });
    const id = lookOf(userId);
    // What was told stays told: it is not read again for each page of a list.
    const known = states.cached(states.stream(context.companyId, id));
    if (known?.state.isTold) return { position: known.position, revision: known.revision, changed: false };
    const { outcome } = await handle(context, {
      ...{ states, id, action: 'dataAccess.record' as const, isNew: true },
      decide: state => tellOnce(eventOf(userId), state),
    });
    return outcome;
  };
  return {
    /** Somebody looks through the audit trail; `look` tells one look from another, and is not kept. */
    searchAudit: (
      context: CommandContext,
      { look, by }: { readonly look: string; readonly by: readonly string[] },
    ): Promise<Outcome> => {
      const span = Math.floor(Date.parse(context.at) / oneLookMs);
      return tell(
        context,
        userId => deriveId(context.companyId, userId, look, String(span)),
        userId => ({ type: 'AuditSearched', data: { userId, by: [...by] } }),
      );
    },
    /** Somebody reads the conversation of a ticket as it was at an instant; null: as it is, without attending it. */
    viewConversation: (
      context: CommandContext,
      { ticketId, asOf }: { readonly ticketId: string; readonly asOf: string | null },
    ): Promise<Outcome> => {
      const span = Math.floor(Date.parse(context.at) / oneLookMs);
      // Whoever means an instant of the past means its minute.
      const when = asOf === null ? 'now' : String(Math.floor(Date.parse(asOf) / minuteMs));
      return tell(
        context,
        userId => deriveId(context.companyId, userId, 'conversation', ticketId, when, String(span)),
        userId => ({ type: 'ConversationViewed', data: { userId, ticketId, asOf } }),
      );
    },
    /** Somebody takes data along. The same command again is told of once. */
    export: (context: CommandContext, exported: Omit<Exported, 'userId'>): Promise<Outcome> =>
      tell(
        context,
        () => deriveId(context.companyId, context.commandId, 'export'),
        userId => ({ type: 'DataExported', data: { userId, ...exported } }),
      ),
  };
};
