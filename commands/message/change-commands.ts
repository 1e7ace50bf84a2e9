import { refuseAccess } from '#domain/access/access.ts';
import * as changes from '#domain/message/changes.ts';
import type { MessageEvent } from '#domain/message/events.ts';
import type { Message } from '#domain/message/message.ts';
import { type Decision, reject } from '#domain/shared/decision.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { seen } from '../ticket/on-ticket.ts';
import { waIdOf } from './wa-id.ts';

type OfMessage = { readonly messageId: string };
/** The change's id must be the same whenever the same wish is given again. */
export type ChangeInput = OfMessage & { readonly changeId: string };

/**
 * What somebody wants to become of a message that is there. Each is refused to who may not answer the message's
 * ticket, with ERR_NO_MESSAGE_FOUND when there is no such message, and with the code of its rule; the connector does
 * it, and it counts as done when WhatsApp has taken it.
 */
export const changeCommands = ({ states }: CommandDeps) => {
  const wish =
    <Input extends OfMessage>(
      action: 'message.retry' | 'message.change',
      rule: (
        input: Input & { readonly userId: string | null },
        message: Message,
        asking: changes.Asking,
      ) => Decision<MessageEvent>,
    ) =>
    async (context: CommandContext, input: Input): Promise<Outcome> => {
      const { companyId, actor, principal: person, at } = context;
      const { messageId } = input;
      const { state: message } = await states.message.fresh(states.message.stream(companyId, messageId));
      if (message.status === 'none') return reject('ERR_NO_MESSAGE_FOUND');
      const { state: ticket } = await states.ticket.fresh(states.ticket.stream(companyId, message.ticketId));
      const denied = refuseAccess({ action, companyId, actor, person, ticket: seen(ticket) });
      if (denied) return denied;
      const userId = person?.userId ?? null;
      const sender = { userId, profile: person?.profile ?? ('machine' as const) };
      const { outcome } = await handle(context, {
        ...{ states: states.message, id: messageId, action },
        decide: before => rule({ ...input, userId }, before, { ticket, sender, at }),
      });
      return outcome;
    };
  const named = <Input extends ChangeInput>(input: Input) => ({ ...input, waId: waIdOf(input.changeId) });

  return {
    retry: wish<OfMessage>('message.retry', changes.retryMessage),
    edit: wish<ChangeInput & { readonly body: string }>('message.change', (input, ...rest) =>
      changes.requestEdit(named(input), ...rest),
    ),
    remove: wish<ChangeInput>('message.change', (input, ...rest) =>
      changes.requestDeletion(named(input), ...rest),
    ),
    react: wish<ChangeInput & { readonly emoji: string }>('message.change', (input, ...rest) =>
      changes.requestReaction(named(input), ...rest),
    ),
  };
};
