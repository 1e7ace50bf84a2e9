import type { Pool } from 'pg';
import {
  countsOf,
  type ImportJob,
  type ImportLine,
  keptLines,
  rejectedLines,
  shortenedCount,
  undoCountsOf,
} from '#commands/contact-import/import-rows.ts';
import type { ImportMapping } from '#commands/contact-import/read-row.ts';
import type { ImportDetail, ImportUpload, ImportView, RejectedRows } from '#contracts/contact-imports.ts';
import { namesOfContacts } from '#projections/inbox/queries/contacts.ts';
import type { Tenants } from '#projections/tenant.ts';

/** An import as screens show it, with what became of its rows so far. */
export const importViewOf = async (pool: Pool, job: ImportJob): Promise<ImportView> => {
  const { id, source, fileName, status, rows, settings, createdAt, endedAt } = job;
  const [counts, undo, shortened] = await Promise.all([
    countsOf(pool, id),
    undoCountsOf(pool, id),
    shortenedCount(pool, id),
  ]);
  return {
    ...{ id, source, fileName, rows, counts, shortened, undo },
    // It was told to begin, and does within a moment.
    status: status === 'draft' ? 'running' : status,
    whatsappId: settings?.connectionId ?? null,
    ...{ createdAt, endedAt },
  };
};

const whyKept: Readonly<Record<string, ImportDetail['kept'][number]['why']>> = {
  'kept-written': 'written',
  'kept-failed': 'failed',
};

/** With the contacts that an undo has left, by their names. */
export const importDetailOf = async (
  { pool, tenants }: { readonly pool: Pool; readonly tenants: Tenants },
  job: ImportJob,
): Promise<ImportDetail> => {
  const view = await importViewOf(pool, job);
  const lines = view.undo.kept > 0 ? await keptLines(pool, job.id) : [];
  const ids = lines.flatMap(({ contactId }) => contactId ?? []);
  const names = await tenants.read(job.companyId, db => namesOfContacts(db, ids));
  const kept = lines.flatMap(({ contactId, undo }) => {
    const name = contactId === null ? undefined : names.get(contactId);
    const why = whyKept[undo ?? ''] ?? 'edited';
    return contactId !== null && name !== undefined ? [{ id: contactId, name, why }] : [];
  });
  return { ...view, kept };
};

const pageSize = 1_000;

/** Rows that became no contact, as the JSON of `rejectedAnswer`, page by page. */
export async function* rejectedRows(
  pool: Pool,
  { importId, headings }: { readonly importId: string; readonly headings: readonly string[] },
): AsyncGenerator<string> {
  yield `{"headings":${JSON.stringify(headings)},"rows":[`;
  let lines: readonly ImportLine[] = [];
  do {
    const after = lines.at(-1)?.line ?? 0;
    lines = await rejectedLines(pool, importId, { after, most: pageSize });
    const separator = after > 0 && lines.length > 0 ? ',' : '';
    yield separator + lines.map(line => JSON.stringify(rejectedRow(line))).join(',');
  } while (lines.length === pageSize);
  yield ']}';
}

const rejectedRow = ({ line, outcome, reason, cells }: ImportLine): RejectedRows['rows'][number] => ({
  ...{ line, cells: [...(cells ?? [])] },
  reason: outcome === 'duplicate' ? 'duplicate' : (reason ?? 'refused'),
  first: outcome === 'duplicate' ? Number(reason) : null,
});

type Sent = ImportUpload['mapping'];

/** Which column is what, as it is answered. */
export const sentMapping = ({
  surnames,
  otherNumbers,
  ...mapping
}: Omit<ImportMapping, 'number'> & Pick<Sent, 'number'>): Sent => ({
  ...mapping,
  ...(surnames ? { surnames: [...surnames] } : {}),
  ...(otherNumbers ? { otherNumbers: [...otherNumbers] } : {}),
  extra: [...mapping.extra],
});
