import type { QueueMenuEvent } from '#domain/queue-menu/events.ts';
import {
  addQueueOption,
  type ChangeQueueOption,
  changeQueueOption,
  type QueueMenu,
  removeQueueOption,
} from '#domain/queue-menu/queue-menu.ts';
import { type Decision, isRejection, type Rejection, reject } from '#domain/shared/decision.ts';
import type { Accepted, CommandContext } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

/** What became of a command on the options of a queue; `menu` is what they are from then on. */
export type QueueMenuOutcome = Rejection | (Accepted & { readonly menu: QueueMenu });

type AddQueueOption = Parameters<typeof addQueueOption>[0];
type RemoveQueueOption = Parameters<typeof removeQueueOption>[0];

/**
 * The commands on the options of a queue: whoever may change queues may do them. Of a queue that is not there, or gone,
 * they are refused with ERR_NO_QUEUE_FOUND.
 */
export const queueMenuCommands = ({ states }: CommandDeps) => {
  const run = async (
    context: CommandContext,
    queueId: string,
    decide: (menu: QueueMenu) => Decision<QueueMenuEvent>,
  ): Promise<QueueMenuOutcome> => {
    const queue = await states.queue.fresh(states.queue.stream(context.companyId, queueId));
    const isThere = queue.state.status === 'active';
    const { outcome, state } = await handle(context, {
      ...{ states: states.queueMenu, id: queueId, action: 'queue.change' as const },
      decide: menu => (isThere ? decide(menu) : reject('ERR_NO_QUEUE_FOUND', { queueId })),
    });
    return isRejection(outcome) ? outcome : { ...outcome, menu: state };
  };
  return {
    add: (context: CommandContext, command: AddQueueOption) =>
      run(context, command.queueId, menu => addQueueOption(command, menu)),
    change: (context: CommandContext, command: ChangeQueueOption) =>
      run(context, command.queueId, menu => changeQueueOption(command, menu)),
    remove: (context: CommandContext, command: RemoveQueueOption) =>
      run(context, command.queueId, menu => removeQueueOption(command, menu)),
  };
};
