import type { PoolClient } from 'pg';
import { z } from 'zod';
import { closedAt } from '#domain/menu/hours.ts';
import type { Recorded } from '#eventstore/types.ts';
import { policyNames } from '../names.ts';
import type { Visit } from './visit.ts';

/** For what a contact is waited for, as it is kept with the time at which that ends. */
export const waitSchema = z.object({
  /** Since when, ISO. */
  since: z.string(),
  /** Where they are in the menu; null where it has not begun. */
  step: z
    .object({ queueId: z.string().nullable(), optionId: z.string().nullable(), wrong: z.number() })
    .nullable(),
  /** Where the menu has not begun: the connection, whose queues say when somebody is there. */
  connectionId: z.string().optional(),
});
export type Waiting = z.output<typeof waitSchema>;

/**
 * When a contact has been silent for too long, by the hours and the settings of now: whoever wrote out of hours is waited
 * for from when somebody is there, since the menu begins with their next words.
 */
export const dueAt = async (
  visit: Visit,
  companyId: string,
  { since, connectionId }: Waiting,
): Promise<string> => {
  const minutes = await visit.attending.menuMinutes(companyId);
  let from = new Date(since);
  if (connectionId !== undefined) {
    const { attendance } = await visit.office(companyId, connectionId, null);
    from = closedAt(attendance, null, from)?.until ?? from;
  }
  return new Date(from.getTime() + minutes * 60_000).toISOString();
};

const settingsOfTimes: readonly string[] = ['scheduleType', 'timeZone', 'menuMinutes'];
const changesTimes: ReadonlySet<string> = new Set([
  ...['CompanySchedulesChanged', 'QueueChanged', 'QueueRemoved', 'ConnectionChanged', 'ConnectionRemoved'],
]);

/** Whether an event may change until when contacts are waited for. */
export const isOfTimes = ({ type, data }: Recorded): boolean =>
  type === 'CompanySettingChanged' ? settingsOfTimes.includes(data.key) : changesTimes.has(type);

/** Moves the times of all who are waited for in a company to what they are now. */
export const moveDues = async (visit: Visit, client: PoolClient, companyId: string): Promise<void> => {
  const { rows } = await client.query<{ key: string; at: Date; data: unknown }>(waitingIn, [
    policyNames.menuSilence,
    companyId,
  ]);
  const moved: { readonly key: string; readonly at: string }[] = [];
  for (const { key, at, data } of rows) {
    // What was noted before this kept no more than its time.
    const waiting = waitSchema.safeParse(data).data;
    const next = waiting && (await dueAt(visit, companyId, waiting));
    if (next !== undefined && next !== at.toISOString()) moved.push({ key, at: next });
  }
  if (moved.length > 0) await client.query(move, [policyNames.menuSilence, JSON.stringify(moved)]);
};

const waitingIn = 'select key, due_at as at, data from policy.due_work where kind = $1 and company_id = $2';
const move = `
  update policy.due_work d set due_at = m.at, failures = 0, not_before = null
  from jsonb_to_recordset($2::jsonb) as m (key text, at timestamptz)
  where d.kind = $1 and d.key = m.key`;
