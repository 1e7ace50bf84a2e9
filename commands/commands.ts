import type { EventStore } from '#eventstore/types.ts';
import { apiKeyCommands } from './api-key/api-key-commands.ts';
import { companyCommands } from './company/company-commands.ts';
import { connectionCommands } from './connection/connection-commands.ts';
import { contactCommands } from './contact/contact-commands.ts';
import { contactImportCommands } from './contact-import/contact-import-commands.ts';
import { type ImportRow, importContact } from './contact-import/import-contact.ts';
import { type UndoRow, undoContact } from './contact-import/undo-contact.ts';
import type { CommandContext } from './context.ts';
import { dataAccessCommands } from './data-access/data-access-commands.ts';
import { messageCommands } from './message/message-commands.ts';
import { outsideCommands } from './message/outside-commands.ts';
import { noticeCommands } from './notice/notice-commands.ts';
import { queueMenuCommands } from './queue-menu/queue-menu-commands.ts';
import { type RecordCommands, recordCommands } from './record-commands.ts';
import { scheduleCommands } from './schedule/schedule-commands.ts';
import { sessionCommands } from './session/session-commands.ts';
import { createCommandDeps } from './states.ts';
import { ticketCommands } from './ticket/ticket-commands.ts';
import { userCommands } from './user/user-commands.ts';
import { webhookCommands } from './webhook/webhook-commands.ts';

/**
 * Every use case of the product over one event store: `(context, input) => Promise<Outcome>`. Ids of new
 * things are made by the caller. A business refusal is an outcome; only an unreachable or unreadable store
 * throws.
 */
export const createCommands = ({ store }: { readonly store: EventStore }) => {
  const deps = createCommandDeps(store);
  const anyRecord = recordCommands(deps);
  const byRecord: RecordCommands = anyRecord;
  const contact = contactCommands(deps);
  return {
    company: companyCommands(deps),
    user: userCommands(deps),
    session: sessionCommands(deps),
    connection: connectionCommands(deps),
    contact,
    contactImport: contactImportCommands(deps),
    /** What an import does with each of its rows. */
    importRows: {
      importContact: (context: CommandContext, row: ImportRow) => importContact(deps, contact, context, row),
      undoContact: (context: CommandContext, row: UndoRow) => undoContact(deps, contact, context, row),
    },
    ticket: ticketCommands(deps),
    message: messageCommands(deps),
    outside: outsideCommands(deps),
    queueMenu: queueMenuCommands(deps),
    schedule: scheduleCommands(deps),
    notice: noticeCommands(deps),
    webhook: webhookCommands(deps),
    dataAccess: dataAccessCommands(deps),
    apiKey: apiKeyCommands(deps),
    ...byRecord,
    /**
     * Tells what a follower of the log has come to, see LogHeard: with it a message that comes in is not followed by
     * a reading of its ticket.
     */
    hear: deps.heard.hear,
    /** The commands on records, for those who walk all of them. */
    anyRecord,
  };
};
export type Commands = ReturnType<typeof createCommands>;
