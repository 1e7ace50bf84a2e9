import { companyEvent } from '#contracts/live.ts';
import { isListedFor } from '#domain/contact/wallet.ts';
import { whoseSchedules } from '#projections/inbox/queries/schedules.ts';
import type { Queryable } from '#projections/tenant.ts';
import { type Changes, changesOf } from './changes.ts';
import type { Outgoing } from './frames.ts';

/** Scheduled messages that changed, for those who are answered them: one's own, and those of contacts in one's lists. */
export const scheduleFrames = async (db: Queryable, changes: Changes): Promise<readonly Outgoing[]> => {
  const { upserted } = changesOf(changes, 'schedule');
  if (upserted.length === 0) return [];
  const event = companyEvent(changes.companyId, 'schedule');
  return (await whoseSchedules(db, upserted)).map(({ id: scheduleId, userId, wallet }) => ({
    event,
    data: { action: 'update', scheduleId },
    audience: ({ viewer }) => viewer.userId === userId || isListedFor(viewer, wallet),
  }));
};
