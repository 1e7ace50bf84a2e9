import type { EventStore } from '#eventstore/types.ts';
import { companyCommands } from './company/company-commands.ts';
import { connectionCommands } from './connection/connection-commands.ts';
import { contactCommands } from './contact/contact-commands.ts';
import { messageCommands } from './message/message-commands.ts';
import { queueCommands } from './queue/queue-commands.ts';
import { quickMessageCommands } from './quick-message/quick-message-commands.ts';
import { createMachinery } from './states.ts';
import { tagCommands } from './tag/tag-commands.ts';
import { ticketCommands } from './ticket/ticket-commands.ts';
import { userCommands } from './user/user-commands.ts';

/**
 * Every use case of the product over one event store: `(context, input) => Promise<Outcome>`. Ids of new
 * things are made by the caller. A business refusal is an outcome; only an unreachable or unreadable store
 * throws.
 */
export const createCommands = (deps: { readonly store: EventStore }) => {
  const machinery = createMachinery(deps.store);
  return {
    company: companyCommands(machinery),
    user: userCommands(machinery),
    queue: queueCommands(machinery),
    connection: connectionCommands(machinery),
    contact: contactCommands(machinery),
    ticket: ticketCommands(machinery),
    message: messageCommands(machinery),
    tag: tagCommands(machinery),
    quickMessage: quickMessageCommands(machinery),
  };
};
export type Commands = ReturnType<typeof createCommands>;
