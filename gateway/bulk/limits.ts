/** How much one file may be made of; more is refused with ERR_EXPORT_TOO_LARGE before it is read. */
export const usualExportLimits = {
  contactsCsv: 1_000_000,
  /** A sheet has room for a million rows, and whoever opens it needs memory for all of them. */
  contactsXlsx: 200_000,
  auditEntries: 1_000_000,
  /** Rows behind a figure of the dashboard. */
  episodes: 500_000,
  /** Of tickets, each with all that happened in it. */
  cases: 200_000,
} as const;
export type ExportLimits = Readonly<Record<keyof typeof usualExportLimits, number>>;
