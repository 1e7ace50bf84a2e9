import type { Pool } from 'pg';
import type { AuditFilter } from '#contracts/audit.ts';
import type { EventExportFormat } from '#contracts/event-exports.ts';
import { type WhatIfForm, whatIfForm } from '#contracts/what-if.ts';
import type { Language } from '#domain/company/settings.ts';
import type { Days } from '#domain/dashboard/period.ts';
import type { Slice } from '#projections/dashboard/queries/cases.ts';
import type { Figure } from '#projections/dashboard/queries/episodes.ts';
import type { Tenants } from '#projections/tenant.ts';
import { auditCsv, auditLines } from '../audit/export-audit.ts';
import { exportedCsv, exportedXlsx } from '../contacts/export-contacts.ts';
import { rejectedRows } from '../contacts/import-views.ts';
import { episodesCsv } from '../dashboard/export-episodes.ts';
import { pseudonymsOf } from '../event-exports/pseudonyms.ts';
import { eventsCsv } from '../event-exports/write-csv.ts';
import { eventsOcel } from '../event-exports/write-ocel.ts';
import { eventsXes } from '../event-exports/write-xes.ts';
import { readSlice } from '../replay/slice.ts';
import { readWhatIf } from '../replay/what-if.ts';

/** What answers that grow with a company are read from. */
export type BulkSite = { readonly pool: Pool; readonly tenants: Tenants };
export type Piece = string | Uint8Array;
type Of<Input> = { readonly companyId: string } & Readonly<Input>;
type Period = Of<{ days: Days; zone: string; now: string }>;

const eventWriters = { xes: eventsXes, ocel: eventsOcel, csv: eventsCsv };

/**
 * Every answer that grows with a company, piece by piece: of what is read for it, no more is in memory than a page, or
 * what its limit allows. What they are given goes from process to process as JSON.
 */
export const bulkWriters = {
  contacts: (
    site: BulkSite,
    { companyId, format, language }: Of<{ format: 'csv' | 'xlsx'; language: Language }>,
  ) =>
    format === 'csv'
      ? exportedCsv({ ...site, companyId }, language)
      : exportedXlsx({ ...site, companyId }, language),

  audit: (
    { tenants }: BulkSite,
    {
      format,
      language,
      ...asked
    }: Of<{
      format: 'csv' | 'jsonl';
      language: Language;
      zone: string;
      filter: AuditFilter;
    }>,
  ) => {
    const site = { tenants, ...asked };
    return format === 'csv' ? auditCsv(site, language) : auditLines(site, language);
  },

  episodes: (
    { tenants }: BulkSite,
    { companyId, figure, language }: Of<{ figure: Figure; language: Language }>,
  ) => episodesCsv({ tenants, companyId, figure }, language),

  events: (
    { tenants }: BulkSite,
    {
      companyId,
      slice,
      format,
      names,
      language,
      pseudonymKey,
    }: Of<{
      slice: Slice;
      format: EventExportFormat;
      names: boolean;
      language: Language;
      pseudonymKey: string;
    }>,
  ) => {
    const pseudonym = pseudonymsOf(pseudonymKey);
    return eventWriters[format]({ tenants, companyId, slice }, { names, language, pseudonym });
  },

  rejected: ({ pool }: BulkSite, job: Of<{ importId: string; headings: readonly string[] }>) =>
    rejectedRows(pool, job),

  slice: ({ tenants }: BulkSite, { now, ...asked }: Period) =>
    inOnePiece('slice', () => readSlice(tenants, { ...asked, now: new Date(now) })),

  whatIf: (
    { tenants }: BulkSite,
    { form, now, ...reader }: Of<{ form: WhatIfForm; zone: string; now: string }>,
  ) =>
    inOnePiece('whatIf', () =>
      readWhatIf(tenants, whatIfForm.parse(form), { ...reader, now: new Date(now) }),
    ),
} as const;

type Writers = typeof bulkWriters;
export type BulkJob = {
  [Kind in keyof Writers]: { readonly kind: Kind; readonly input: Parameters<Writers[Kind]>[1] };
}[keyof Writers];

export const piecesOf = (site: BulkSite, { kind, input }: BulkJob): AsyncGenerator<Piece> =>
  // The kind says what its input is, which the compiler cannot follow.
  (bulkWriters[kind] as (site: BulkSite, input: unknown) => AsyncGenerator<Piece>)(site, input);

const atWork = new Map<keyof Writers, Promise<unknown>>();

/** What is in memory as a whole, up to a limit of its own, is so once at a time. */
async function* inOnePiece(kind: keyof Writers, read: () => Promise<object>): AsyncGenerator<string> {
  const before = atWork.get(kind) ?? Promise.resolve();
  const text = before.then(async () => JSON.stringify(await read()));
  atWork.set(
    kind,
    text.catch(() => undefined),
  );
  yield await text;
}
