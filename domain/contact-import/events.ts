import { z } from 'zod';
import { type EventsOf, id } from '../shared/event.ts';

export const importSources = ['file', 'list', 'phone'] as const;
export type ImportSource = (typeof importSources)[number];

const count = z.number().int().nonnegative();
/** What became of the rows: together they are all that were read. */
export const importCounts = z.object({
  new: count,
  updated: count,
  /** The same number stood in an earlier row. */
  duplicate: count,
  invalid: count,
  /** The contact was there, and is already as the row says. */
  ignored: count,
});
export type ImportCounts = z.output<typeof importCounts>;

/** Who is imported stands in no event of the import: contacts tell by `importId` which import made them. */
export const contactImportEvents = {
  /** `connectionId` is the connection that the contacts are meant for. */
  ContactImportStarted: z.object({
    importId: id,
    source: z.enum(importSources),
    rows: count,
    connectionId: id.nullable(),
  }),
  ContactImportFinished: z.object({ importId: id, counts: importCounts }),
  /** What was imported until then stays, and can be undone. */
  ContactImportCancelled: z.object({ importId: id }),
  ContactImportUndoRequested: z.object({ importId: id }),
  /** Contacts that were edited or written to since were kept. */
  ContactImportUndone: z.object({ importId: id, removed: count, restored: count, kept: count }),
};
export type ContactImportEvent = EventsOf<typeof contactImportEvents>;
