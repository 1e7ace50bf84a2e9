import type { PoolClient } from 'pg';
import { z } from 'zod';
import { deriveId } from '#eventstore/event-id.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import { type DueHandler, doOrNote } from './due-work.ts';
import type { FollowDeps, Policy } from './follow-policy.ts';
import { queueOf } from './leave-queues.ts';
import { policyNames } from './names.ts';
import { settle } from './settle.ts';

type Deps = { readonly commands: Pick<Commands, 'ticket'>; readonly log: FollowDeps['log'] };

const name = policyNames.leaveQueues;

/**
 * No ticket waits in a queue that is gone: those that are in it go where its removal says, and so does one that comes
 * there later. The ids of its commands come from the event.
 */
export const leaveQueuesPolicy = (deps: Deps): Policy => ({
  name,
  categories: ['ticket', 'queue'],
  react: (client, events) => react(leaveQueue(deps), client, events),
});

type Removed = { readonly queueId: string; readonly successorId: string | null };

const react = async (handler: DueHandler, client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const leave = ({ id: because, companyId, metadata: { at } }: Recorded, ticketId: string, queue: Removed) =>
    doOrNote(client, handler, {
      ...{ kind: name, key: `${because}/${ticketId}`, companyId, at },
      data: { ticketId, because, ...queue },
    });
  const memory = createQueuedTickets(client);
  const named = events.flatMap(event => queueOf(event)?.queueId ?? []);
  const removed = new Map(
    (await removedAmong(client, [...new Set(named)])).map(gone => [gone.queueId, gone]),
  );
  for (const event of events) {
    memory.note(event);
    if (event.type === 'QueueRemoved') {
      const { queueId, successorId = null } = event.data;
      removed.set(queueId, { queueId, successorId });
      await client.query(remember, [queueId, event.companyId, successorId]);
      for (const ticketId of await memory.inQueue(queueId))
        await leave(event, ticketId, { queueId, successorId });
    }
    const placed = queueOf(event);
    const gone = placed?.queueId ? removed.get(placed.queueId) : undefined;
    if (placed && gone) await leave(event, placed.ticketId, gone);
  }
  await memory.write();
};

const dueData = z.object({
  ticketId: z.uuid(),
  queueId: z.uuid(),
  successorId: z.uuid().nullable(),
  because: z.uuid(),
});

/** Takes one ticket out of a queue that is gone; as due work where that failed at first. */
export const leaveQueue =
  ({ commands, log }: Deps): DueHandler =>
  async ({ companyId, at, data }) => {
    const { because: causationId, ticketId, ...queue } = dueData.parse(data);
    const commandId = deriveId(name, causationId, ticketId);
    const actor = { kind: 'policy' as const, name };
    const context = { companyId, commandId, causationId, at, actor, principal: null };
    const outcome = await commands.ticket.leaveQueue(context, { ticketId, ...queue });
    settle({ log, policy: name }, { ticketId }, outcome);
  };

/** In which queue each ticket is, inside one transaction: what a batch changes is noted and written in bulk. */
const createQueuedTickets = (client: PoolClient) => {
  let changed = new Map<string, { queueId: string | null; companyId: string }>();
  const write = async () => {
    const rows = [...changed];
    changed = new Map();
    const out = rows.filter(([, { queueId }]) => queueId === null).map(([ticketId]) => ticketId);
    const placed = rows.filter(([, { queueId }]) => queueId !== null);
    if (out.length > 0) await client.query(forget, [out]);
    if (placed.length === 0) return;
    const columns = [placed.map(([id]) => id), placed.map(([, { queueId }]) => queueId)];
    await client.query(place, [...columns, placed.map(([, { companyId }]) => companyId)]);
  };
  return {
    write,
    note: (event: Recorded): void => {
      const placed = queueOf(event);
      if (placed) changed.set(placed.ticketId, { queueId: placed.queueId, companyId: event.companyId });
    },
    inQueue: async (queueId: string): Promise<readonly string[]> => {
      await write();
      const { rows } = await client.query<{ ticket_id: string }>(inQueue, [queueId]);
      return rows.map(row => row.ticket_id);
    },
  };
};

const removedAmong = async (client: PoolClient, queueIds: readonly string[]): Promise<readonly Removed[]> => {
  if (queueIds.length === 0) return [];
  const { rows } = await client.query<Removed>(
    `select queue_id as "queueId", successor_id as "successorId" from policy.removed_queue
     where queue_id = any($1::uuid[])`,
    [queueIds],
  );
  return rows;
};

const remember = `insert into policy.removed_queue (queue_id, company_id, successor_id) values ($1, $2, $3)
  on conflict do nothing`;
const forget = 'delete from policy.queued_ticket where ticket_id = any($1::uuid[])';
const place = `
  insert into policy.queued_ticket (ticket_id, queue_id, company_id)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
  on conflict (ticket_id) do update set queue_id = excluded.queue_id`;
const inQueue = 'select ticket_id from policy.queued_ticket where queue_id = $1 order by ticket_id';
