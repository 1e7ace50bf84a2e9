import { type TicketStatus, ticketStatuses } from '#domain/ticket/events.ts';
import { listScope, type Viewer } from '#domain/ticket/visibility.ts';
import type { Parameters } from './statement.ts';
import {
  type Filter,
  inQueues,
  inTicket,
  ofQueueAndSight,
  onConnections,
  seesAllOpen,
} from './ticket-filter.ts';

type Add = Parameters['add'];

/** With more than this, planning takes longer than going through all. */
const waysAtMost = 160;

/**
 * The tickets that a filter lets through by status, queue, user and sight, parted so that each part lies in an index
 * in the list's order and no ticket is in two: conditions on `inbox.ticket t`, one for each part. Merged they are
 * read only as far as the page goes, wherever its tickets lie among the others. Undefined where one index has all.
 */
export const ticketWays = (viewer: Viewer, filter: Filter): ((add: Add) => readonly string[]) | undefined => {
  const { status, queueIds = [], users = [] } = filter;
  if (status === 'open' && !seesAllOpen(viewer, filter)) return undefined;
  const statuses = status ? [status] : ticketStatuses;
  const partsOf = (of: TicketStatus, add: Add): readonly string[] => {
    if (users.length > 0) {
      const within = ofQueueAndSight(viewer, { queueIds }, add);
      return [...new Set(users)].map(user => [`t.user_id = ${add(user)}`, ...within].join(' and '));
    }
    if (listScope(viewer).kind === 'all' || of === 'closed')
      return queueIds.length > 0 ? byQueue(queueIds, add) : [];
    const inSight = queueIds.filter(id => viewer.queueIds.includes(id));
    const me = add(viewer.userId);
    const others = byQueue(queueIds.length > 0 ? inSight : viewer.queueIds, add);
    const chosen = queueIds.length > 0 ? ` and (${inQueues(queueIds, add)})` : '';
    return [
      `t.is_group${chosen}`,
      `t.user_id = ${me} and not t.is_group${chosen}`,
      ...others.map(
        part =>
          `${part} and not ${inTicket.isChosenNow} and not t.is_group and t.user_id is distinct from ${me}`,
      ),
    ];
  };
  return byStatus(statuses, partsOf, add => onConnections(viewer, inTicket, add));
};

const byQueue = (queueIds: readonly string[], add: Add): readonly string[] => [
  ...[...new Set(queueIds)].map(id => `t.queue_id = ${add(id)}`),
  't.queue_id is null',
];

const byStatus = (
  statuses: readonly TicketStatus[],
  partsOf: (status: TicketStatus, add: Add) => readonly string[],
  always: (add: Add) => readonly string[],
) => {
  const count = statuses.map(status => partsOf(status, () => '').length);
  if (count.every(parts => parts === 0) || count.reduce((sum, parts) => sum + parts, 0) > waysAtMost)
    return undefined;
  return (add: Add): readonly string[] =>
    statuses.flatMap(status => {
      const parts = partsOf(status, add);
      const within = [`t.status = '${status}'`, ...always(add)].join(' and ');
      return parts.length > 0 ? parts.map(part => `${within} and ${part}`) : [within];
    });
};
