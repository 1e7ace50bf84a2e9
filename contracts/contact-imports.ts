import { z } from 'zod';
import { importCounts, importSources } from '#domain/contact-import/events.ts';

/** The calls about imports of contacts, under /api. */

const id = z.uuid();
const column = z.number().int().min(0).max(299);

/** Which column is what, counted from 0. */
export const importMapping = z.object({
  name: column.nullable(),
  /** Middle names and surnames: their words follow the name's. */
  surnames: z.array(column).max(20).optional(),
  /** What somebody is called who has no name. */
  company: column.nullable().optional(),
  number: column,
  /** Other numbers of the same person: the first mobile one is imported, else the first that is a number. */
  otherNumbers: z.array(column).max(20).optional(),
  email: column.nullable(),
  /** Columns that become extra information under this name. */
  extra: z.array(z.object({ column, name: z.string().trim().min(1).max(100) })).max(20),
  /** Is put before numbers that have no area code. */
  areaCode: z
    .string()
    .regex(/^[1-9]\d$/)
    .nullable(),
});

/**
 * POST /contacts/import/upload: a form with one file (csv, vcf, xls, xlsx, ods; 20 MB, 100,000 rows, 300 columns), which is read and kept
 * for a day. Nothing is imported yet. `mapping` is how a file with these headings was imported last, or a guess.
 * ERR_NO_TABLE (with the `kind` of a file that says it is another: `PDF`), ERR_TABLE_TOO_LARGE.
 */
export const uploadAnswer = z.object({
  id,
  fileName: z.string(),
  headings: z.array(z.string()),
  /** The first rows. */
  sample: z.array(z.array(z.string())),
  rows: z.number().int(),
  mapping: importMapping.extend({ number: column.nullable() }),
  /** Of the company's number, when it is known. */
  areaCode: z.string().nullable(),
});
export type ImportUpload = z.output<typeof uploadAnswer>;

/** POST /contacts/import/{id}/start. With `updates` contacts that are there get what the rows say. */
export const startImportBody = z.object({
  mapping: importMapping,
  updates: z.boolean().default(true),
  whatsappId: id.nullish(),
});

/** POST /contacts/import/file: a list to import at once. There are no boards yet: `kanbanId` is null. */
export const importListBody = z.object({
  contacts: z
    .array(z.object({ name: z.string().max(1_000).default(''), number: z.string().max(100) }))
    .min(1)
    .max(20_000),
  kanbanId: z.null().optional(),
  whatsappId: id.nullish(),
});
/**
 * POST /contacts/import: whom the phone of a connection has in its address book, as WhatsApp has told it; imported at
 * once. Without `whatsappId` it is the company's default connection, or its only one (ERR_NO_DEF_WAPP_FOUND). Names
 * that somebody chose here stay. ERR_NO_ADDRESS_BOOK as long as WhatsApp has told nothing of it,
 * ERR_ADDRESS_BOOK_EMPTY when nobody is in it.
 */
export const importAddressBookBody = z.object({ whatsappId: id.nullish() });
export const importStarted = z.object({ id, rows: z.number().int(), position: z.number().int() });

export const importStatuses = ['running', 'finished', 'cancelled', 'undoing', 'undone'] as const;
export const importView = z.object({
  id,
  source: z.enum(importSources),
  fileName: z.string(),
  status: z.enum(importStatuses),
  rows: z.number().int(),
  counts: importCounts,
  /** Rows among them whose name was longer than 50 characters and is imported shorter. */
  shortened: z.number().int(),
  undo: z.object({ removed: z.number().int(), restored: z.number().int(), kept: z.number().int() }),
  whatsappId: id.nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type ImportView = z.output<typeof importView>;
/** GET /contacts/imports: the newest twenty. */
export const importsAnswer = z.array(importView);
/** GET /contacts/import/{id}; `kept` are contacts that an undo has left, because they were edited or written to since. */
export const importAnswer = importView.extend({
  kept: z.array(z.object({ id, name: z.string(), why: z.enum(['edited', 'written', 'failed']) })),
});
export type ImportDetail = z.output<typeof importAnswer>;

/** GET /contacts/import/{id}/rejected: rows that became no contact, as long as they are kept (a week). */
export const rejectedAnswer = z.object({
  headings: z.array(z.string()),
  rows: z.array(
    z.object({
      line: z.number().int(),
      /** `duplicate`: the number stood in the line that `first` names. */
      reason: z.string(),
      first: z.number().int().nullable(),
      cells: z.array(z.string()),
    }),
  ),
});
export type RejectedRows = z.output<typeof rejectedAnswer>;

/** GET /contacts/export. More contacts than a file may have are refused with ERR_EXPORT_TOO_LARGE. */
export const exportQuery = z.object({
  format: z.enum(['csv', 'xlsx']).default('csv'),
  language: z.enum(['pt-BR', 'en', 'es']).default('pt-BR'),
});
