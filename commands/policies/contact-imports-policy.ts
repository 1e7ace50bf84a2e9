import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import { forgetPersons, markImport, markWritten } from '../contact-import/import-marks.ts';
import type { Policy } from './follow-policy.ts';
import { policyNames } from './names.ts';

const name = policyNames.contactImports;

/**
 * Keeps the ledger of imports after the log: which are to be worked on, and which of their contacts were written to, or
 * wrote, or got a ticket. An undo is begun here, so that what came before it in the log is known by then.
 */
export const contactImportsPolicy: Policy = {
  name,
  categories: ['contactimport', 'ticket', 'message', 'contact'],
  paceMs: 500,
  order: { needsAllBefore: event => event.type === 'ContactImportUndoRequested' },
  react: async (client: PoolClient, events: readonly Recorded[]) => {
    const written = new Set<string>();
    const flush = async (): Promise<void> => {
      if (written.size > 0) await markWritten(client, [...written]);
      written.clear();
    };
    for (const event of events) {
      const contactId = writtenTo(event);
      if (contactId) written.add(contactId);
      else if (event.type === 'ContactErased') await forgetPersons(client, [event.data.contactId]);
      else if (event.type === 'ContactImportStarted')
        await markImport(client, event.data.importId, 'running');
      else if (event.type === 'ContactImportCancelled')
        await markImport(client, event.data.importId, 'cancelled');
      else if (event.type === 'ContactImportUndoRequested') {
        await flush();
        await markImport(client, event.data.importId, 'undoing');
      }
    }
    await flush();
  },
};

/** With whom an event is work of today; what a phone tells of afterwards is none. */
const writtenTo = (event: Recorded): string | undefined => {
  if (event.type === 'MessageReceived') return event.data.history ? undefined : event.data.contactId;
  return event.type === 'TicketOpened' || event.type === 'MessageQueued' ? event.data.contactId : undefined;
};
