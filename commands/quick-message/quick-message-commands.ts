import type { QuickMessageEvent } from '#domain/quick-message/events.ts';
import {
  changeQuickMessage,
  createQuickMessage,
  type QuickMessage,
  type QuickMessageFields,
  removeQuickMessage,
} from '#domain/quick-message/quick-message.ts';
import { reject } from '#domain/shared/decision.ts';
import { handleClaimed } from '../claimed.ts';
import type { Key } from '../claims.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { fenceUnwritten } from '../fence.ts';
import type { Handling } from '../handle.ts';
import type { Machinery } from '../states.ts';

/**
 * The commands on quick messages: each person's own. A shortcode belongs to one of a person's: else
 * ERR_SHORTCODE_ALREADY_EXISTS with its id.
 */
export const quickMessageCommands = (machinery: Machinery) => {
  const states = machinery.states.quickmessage;
  const run = (
    context: CommandContext,
    handling: Handling<QuickMessage, QuickMessageEvent>,
  ): Promise<Outcome> =>
    handleClaimed(machinery, context, {
      handling,
      keysOf,
      owners: {
        look: async id => {
          const { state } = await states.fresh(states.stream(context.companyId, id));
          if (state.status === 'none') return 'never';
          return state.status === 'active' ? 'alive' : 'gone';
        },
        fence: quickMessageId =>
          fenceUnwritten(context, states, quickMessageId, {
            type: 'QuickMessageRemoved',
            data: { quickMessageId },
          }),
      },
      taken: quickMessageId => reject('ERR_SHORTCODE_ALREADY_EXISTS', { quickMessageId }),
    });

  return {
    create: (context: CommandContext, input: QuickMessageFields) =>
      run(context, {
        ...{ states, id: input.quickMessageId, action: 'quickMessage.create', isNew: true },
        decide: quick => createQuickMessage(input, quick),
      }),
    change: (context: CommandContext, input: QuickMessageFields) =>
      run(context, {
        ...{ states, id: input.quickMessageId, action: 'quickMessage.change' },
        decide: quick => changeQuickMessage(input, quick),
      }),
    remove: (context: CommandContext, input: Pick<QuickMessageFields, 'quickMessageId' | 'userId'>) =>
      run(context, {
        ...{ states, id: input.quickMessageId, action: 'quickMessage.remove' },
        decide: quick => removeQuickMessage(input, quick),
      }),
  };
};

const keysOf = (quick: QuickMessage): readonly Key[] =>
  quick.status === 'active'
    ? [{ kind: 'quick-message-shortcode', value: `${quick.userId}/${quick.shortcode.toLowerCase()}` }]
    : [];
