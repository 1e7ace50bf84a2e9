import type { QueueEvent } from '#domain/queue/events.ts';
import { changeQueue, createQueue, type Queue, type QueueFields, removeQueue } from '#domain/queue/queue.ts';
import { reject } from '#domain/shared/decision.ts';
import { handleClaimed } from '../claimed.ts';
import type { Key } from '../claims.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { fenceUnwritten } from '../fence.ts';
import type { Handling } from '../handle.ts';
import type { Machinery } from '../states.ts';

/**
 * The commands on queues. A colour belongs to one queue of the company: else ERR_QUEUE_COLOR_ALREADY_EXISTS.
 */
export const queueCommands = (machinery: Machinery) => {
  const states = machinery.states.queue;
  const run = (context: CommandContext, handling: Handling<Queue, QueueEvent>): Promise<Outcome> =>
    handleClaimed(machinery, context, {
      handling,
      keysOf,
      owners: {
        look: async queueId => {
          const { state } = await states.fresh(states.stream(context.companyId, queueId));
          if (state.status === 'none') return 'never';
          return state.status === 'active' ? 'alive' : 'gone';
        },
        fence: queueId =>
          fenceUnwritten(context, states, queueId, { type: 'QueueRemoved', data: { queueId } }),
      },
      taken: queueId => reject('ERR_QUEUE_COLOR_ALREADY_EXISTS', { queueId }),
    });

  return {
    create: (context: CommandContext, input: QueueFields) =>
      run(context, {
        ...{ states, id: input.queueId, action: 'queue.create', isNew: true },
        decide: queue => createQueue(input, queue),
      }),
    change: (context: CommandContext, input: QueueFields) =>
      run(context, {
        ...{ states, id: input.queueId, action: 'queue.change' },
        decide: queue => changeQueue(input, queue),
      }),
    remove: (context: CommandContext, { queueId }: { readonly queueId: string }) =>
      run(context, {
        ...{ states, id: queueId, action: 'queue.remove' },
        decide: queue => removeQueue({ queueId }, queue),
      }),
  };
};

const keysOf = (queue: Queue): readonly Key[] =>
  queue.status === 'active' ? [{ kind: 'queue-color', value: queue.color }] : [];
