import type { QueueMenuEvent } from '#domain/queue-menu/events.ts';
import { queueMenuEntity } from '#domain/queue-menu/queue-menu.ts';
import type { QueueOption } from '#domain/queue-menu/tree.ts';
import { fold } from '../kit/projection.ts';
import { json, type OwnRow, table, uuid } from '../kit/table.ts';

/** The options of each queue, under its id: a flat list in which those of one parent stand in their order. */
export const queueMenuTable = table('queue_menu', {
  columns: { id: uuid, options: json<readonly QueueOption[]>() },
  indexes: ['(company_id, position)'],
});

/** Of which queue each option is or was: an option that is removed again is known by its id alone. */
export const queueOptionTable = table('queue_option', {
  columns: { id: uuid, queueId: uuid },
  notifies: false,
});

type MenuRow = OwnRow<typeof queueMenuTable>;
const evolve = (row: MenuRow | undefined, event: QueueMenuEvent): MenuRow => ({
  id: event.data.queueId,
  options: queueMenuEntity.evolve(row ?? queueMenuEntity.initial, event).options,
});

export const queueMenuFold = fold(
  queueMenuTable,
  {
    QueueOptionAdded: { evolve },
    QueueOptionChanged: { evolve },
    QueueOptionMoved: { evolve },
    QueueOptionRemoved: { evolve },
    QueueRemoved: { evolve: () => null },
  },
  'queuemenu',
);

export const queueOptionFold = fold(queueOptionTable, {
  QueueOptionAdded: {
    keys: ({ data }) => [[data.optionId]],
    evolve: (_, { data: { optionId, queueId } }) => ({ id: optionId, queueId }),
  },
});
