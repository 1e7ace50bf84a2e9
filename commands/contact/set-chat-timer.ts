import { setChatTimer } from '#domain/contact/contact.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import { chatOwner } from '../message/find-contact.ts';
import type { InboundMessage } from '../message/inbound-message.ts';
import type { CommandDeps } from '../states.ts';

type Input = {
  readonly chat: InboundMessage['chat'];
  readonly connectionId: string;
  readonly seconds: number;
};

/**
 * After how many seconds what is written in a chat vanishes; 0: it stays. Nothing where nobody of the chat is a
 * contact.
 */
export const setChatTimerCommand =
  (deps: CommandDeps) =>
  async (context: CommandContext, { chat, connectionId, seconds }: Input): Promise<Outcome | undefined> => {
    const contactId = await chatOwner(deps, context, chat);
    if (contactId === undefined) return undefined;
    const { outcome } = await handle(context, {
      ...{ states: deps.states.contact, id: contactId, action: 'contact.setChatTimer' as const },
      decide: contact => setChatTimer({ contactId, connectionId, seconds }, contact),
    });
    return outcome;
  };
