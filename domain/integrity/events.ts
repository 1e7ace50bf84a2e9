import { z } from 'zod';
import { id, isoDate } from '../shared/event.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a checkpoint says of a company's history: its first `size` events are the leaves of a tree with this root. */
export const checkpointSchema = z.object({
  companyId: id,
  size: z.number().int().positive(),
  root: hash,
  at: isoDate,
  /** SHA-256 of the text of the company's checkpoint before this one; null for the first. */
  previous: hash.nullable(),
  /** Ed25519, raw, as base64. */
  publicKey: z.string().max(60),
  signature: z.string().max(120),
});
export type Checkpoint = z.output<typeof checkpointSchema>;

export const integrityEvents = {
  /**
   * Signs how long the company's history is and what it hashes to, so that a change of what is older can be found. It
   * follows from other events alone: never from another checkpoint.
   */
  CheckpointSigned: checkpointSchema.omit({ companyId: true }),
};
