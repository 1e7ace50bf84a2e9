import type { EventStore } from '#eventstore/types.ts';
import { companyCommands } from './company/company-commands.ts';
import { connectionCommands } from './connection/connection-commands.ts';
import { contactCommands } from './contact/contact-commands.ts';
import { messageCommands } from './message/message-commands.ts';
import { type RecordCommands, recordCommands } from './record-commands.ts';
import { createCommandDeps } from './states.ts';
import { ticketCommands } from './ticket/ticket-commands.ts';
import { userCommands } from './user/user-commands.ts';

/**
 * Every use case of the product over one event store: `(context, input) => Promise<Outcome>`. Ids of new
 * things are made by the caller. A business refusal is an outcome; only an unreachable or unreadable store
 * throws.
 */
export const createCommands = ({ store }: { readonly store: EventStore }) => {
  const deps = createCommandDeps(store);
  const anyRecord = recordCommands(deps);
  const byRecord: RecordCommands = anyRecord;
  return {
    company: companyCommands(deps),
    user: userCommands(deps),
    connection: connectionCommands(deps),
    contact: contactCommands(deps),
    ticket: ticketCommands(deps),
    message: messageCommands(deps),
    ...byRecord,
    /** The commands on records, for those who walk all of them. */
    anyRecord,
  };
};
export type Commands = ReturnType<typeof createCommands>;
