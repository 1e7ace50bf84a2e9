import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isRejection } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Commands } from '../commands.ts';
import type { CommandContext } from '../context.ts';
import { recordTry } from './delivery-outcomes.ts';
import { type DueDelivery, dropDelivery } from './delivery-rows.ts';
import { noteDisabled, noteFailure, noteSuccess, noteWarning } from './endpoint-outcomes.ts';
import { type Judgement, judge, judgeEndpoint } from './retries.ts';
import type { Sent } from './send-delivery.ts';

export type SettlingDeps = {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'webhook'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
};

/** Writes down what became of a try, and does about the endpoint what follows from it. */
export const settleDelivery = async (
  deps: SettlingDeps,
  delivery: DueDelivery,
  sent: Sent | undefined,
  { now, chance }: { readonly now: Date; readonly chance: number },
): Promise<void> => {
  const { pool } = deps;
  if (!sent) return dropDelivery(pool, delivery.id);
  const judgement = judge(sent, delivery, { now, chance });
  const { answered, milliseconds, answer, persons } = sent;
  await recordTry(pool, {
    ...{ id: delivery.id, dueAt: delivery.dueAt, at: now, answered, milliseconds, answer, persons },
    ...stateAfter(judgement, delivery),
  });
  if (judgement.result === 'delivered') return noteSuccess(pool, delivery.endpointId, now);
  await judgeFailing(deps, delivery, { judgement, sent, now });
};

const stateAfter = (judgement: Judgement, { early }: DueDelivery) => {
  const ended = { nextAt: null, plannedAt: null, early };
  switch (judgement.result) {
    case 'delivered':
      return { status: 'delivered' as const, ...ended, problem: null };
    case 'failed':
      return { status: 'failed' as const, ...ended, problem: judgement.problem };
    case 'again': {
      const { result: _, ...next } = judgement;
      return { status: 'waiting' as const, ...next };
    }
  }
};

type Failure = {
  readonly judgement: Exclude<Judgement, { result: 'delivered' }>;
  readonly sent: Sent;
  readonly now: Date;
};

const judgeFailing = async (
  deps: SettlingDeps,
  { endpointId: webhookId, companyId }: DueDelivery,
  { judgement, sent: { retryAfterMs = null }, now }: Failure,
): Promise<void> => {
  const { pool, commands } = deps;
  const heldUntil = retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs);
  const failing = await noteFailure(pool, webhookId, { now, heldUntil });
  if (!failing) return;
  const isGone = judgement.result === 'failed' && judgement.gone;
  const verdict = isGone ? 'disable' : judgeEndpoint(failing, now);
  if (verdict === 'bear') return;
  const since = failing.failingSince;
  const context = contextOf(companyId, deriveId(webhookId, verdict, since), now);
  if (verdict === 'warn') {
    const outcome = await commands.webhook.warn(context, { webhookId, since });
    if (!isRejection(outcome)) await noteWarning(pool, webhookId, { since, now });
    return;
  }
  const reason = isGone ? 'gone' : 'failing';
  const outcome = await commands.webhook.disable(context, { webhookId, reason });
  if (isRejection(outcome)) return;
  await noteDisabled(pool, webhookId, outcome.revision);
  deps.log.info({ webhookId, reason }, 'a webhook was disabled');
};

const contextOf = (companyId: string, commandId: string, now: Date): CommandContext => ({
  ...{ companyId, commandId, at: now.toISOString() },
  ...{ actor: { kind: 'policy', name: 'webhooks' }, principal: null },
});
