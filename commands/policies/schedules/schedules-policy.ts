import type { PoolClient } from 'pg';
import { reasonOf } from '#domain/schedule/decide.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Commands } from '../../commands.ts';
import { noteDue } from '../due-work.ts';
import type { FollowDeps, Policy } from '../follow-policy.ts';
import { policyNames } from '../names.ts';
import { settle } from '../settle.ts';
import { type Known, type ScheduleMemory, scheduleMemory } from './schedule-memory.ts';
import { dueOf } from './send-schedules.ts';

type Deps = { readonly commands: Pick<Commands, 'schedule'>; readonly log: FollowDeps['log'] };

const name = policyNames.schedules;

/**
 * Notes when scheduled messages are due, tells them what became of their messages, and ends those whose contact or
 * connection is gone.
 */
export const schedulesPolicy = (deps: Deps): Policy => ({
  name,
  categories: ['schedule', 'message', 'contact', 'connection'],
  paceMs: 300,
  react: (client, events) => react(deps, client, events),
});

const react = async (deps: Deps, client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const memory = scheduleMemory(client);
  const known = await memory.schedulesOf(events.flatMap(event => told(event)?.messageId ?? []));
  for (const event of events) {
    await noteTimes(client, memory, event);
    if (event.type === 'ScheduledMessageSendingStarted')
      known.set(event.data.messageId, event.data.scheduleId);
    await tell(deps, event, known);
    await endOrphans(deps, memory, event);
  }
  // One that has gone out stays sent; one that failed may be sent again.
  await memory.settled(events.map(told).flatMap(what => (what?.reason === null ? what.messageId : [])));
};

const noteTimes = async (client: PoolClient, memory: ScheduleMemory, event: Recorded): Promise<void> => {
  const { companyId, id: because } = event;
  if (event.type === 'ScheduledMessageCreated' || event.type === 'ScheduledMessageChanged') {
    const { scheduleId, localAt, sendAt } = event.data;
    await memory.noteSchedule({ scheduleId, companyId }, event.data);
    await noteDue(client, dueOf(companyId, { scheduleId, localAt, because }, sendAt));
  } else if (event.type === 'ScheduledMessageSendingStarted') {
    const { scheduleId, messageId, startedAt, next } = event.data;
    await memory.noteMessage(messageId, { scheduleId, companyId });
    await noteDue(client, dueOf(companyId, { scheduleId, messageId, because }, startedAt));
    if (next)
      await noteDue(client, dueOf(companyId, { scheduleId, localAt: next.localAt, because }, next.sendAt));
  } else if (event.type === 'ScheduledMessageRemoved') await memory.forget(event.data.scheduleId);
};

/** What an event says of whether a message has gone out. */
const told = (
  event: Recorded,
): { readonly messageId: string; readonly reason: string | null } | undefined => {
  switch (event.type) {
    case 'MessageSent':
    case 'MessageDelivered':
    case 'MessageRead':
      return { messageId: event.data.messageId, reason: null };
    case 'MessageFailed':
      return event.data;
    default:
      return undefined;
  }
};

const tell = async (deps: Deps, event: Recorded, known: ReadonlyMap<string, string>): Promise<void> => {
  const what = told(event);
  const scheduleId = what && known.get(what.messageId);
  if (!what || !scheduleId) return;
  const { schedule } = deps.commands;
  const { messageId, reason } = what;
  const context = contextOf(event, scheduleId);
  const outcome =
    reason === null
      ? schedule.recordSent(context, { scheduleId, messageId })
      : schedule.recordFailed(context, { scheduleId, messageId, reason });
  settle({ log: deps.log, policy: name }, { scheduleId }, await outcome);
};

const endOrphans = async (deps: Deps, memory: ScheduleMemory, event: Recorded): Promise<void> => {
  const [orphans, reason] = await orphansOf(memory, event);
  for (const { scheduleId } of orphans) {
    const outcome = await deps.commands.schedule.void(contextOf(event, scheduleId), { scheduleId, reason });
    settle({ log: deps.log, policy: name }, { scheduleId }, outcome);
  }
};

const orphansOf = async (
  memory: ScheduleMemory,
  event: Recorded,
): Promise<readonly [readonly Known[], string]> => {
  if (event.type === 'ContactRemoved' || event.type === 'ContactErased')
    return [await memory.concernedBy('contact_id', event.data.contactId), reasonOf.contact];
  if (event.type === 'ConnectionRemoved')
    return [await memory.concernedBy('connection_id', event.data.connectionId), reasonOf.connection];
  return [[], ''];
};

const contextOf = (because: Recorded, scheduleId: string) => ({
  ...{ companyId: because.companyId, at: because.metadata.at, principal: null, causationId: because.id },
  commandId: deriveId(name, because.id, scheduleId),
  actor: { kind: 'policy' as const, name },
});
