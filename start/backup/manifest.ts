import { z } from 'zod';

export const format = 1;
export const manifestName = 'manifest.json';

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
});
const entry = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });

export const manifestSchema = z.object({
  format: z.literal(format),
  /** Version of the product that made the backup. */
  product: z.string(),
  createdAt: z.string(),
  log: z.object({
    events: z.number(),
    /** Nothing behind this position is in the backup. */
    upTo: z.number(),
    digest: z.string(),
    /** The positions are those of an embedded node, and can be kept in another one. */
    nodePositions: z.boolean(),
  }),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
  /** Read models that came along, with the version of their projection. */
  readModels: z.array(z.object({ name: z.string(), version: z.number() })),
  /** Every entry after the manifest, in order. */
  entries: z.array(entry),
});
export type Manifest = z.output<typeof manifestSchema>;
export type TableOf = z.output<typeof table>;
export type EntryOf = z.output<typeof entry>;
