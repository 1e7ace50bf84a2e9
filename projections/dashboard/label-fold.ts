import { fold } from '../kit/projection.ts';
import { labelTable } from './tables.ts';

/** Figures of a queue or a tag that was removed keep its name. */
export const labelFold = fold(labelTable, {
  QueueCreated: {
    evolve: (_, { entityId: id, data: { name, color } }) => ({
      id,
      kind: 'queue' as const,
      name,
      color,
      removed: false,
    }),
  },
  QueueChanged: { evolve: (row, { data: { name, color } }) => (row ? { ...row, name, color } : null) },
  QueueRemoved: { evolve: row => (row ? { ...row, removed: true } : null) },
  TagCreated: {
    evolve: (_, { entityId: id, data: { name, color } }) => ({
      id,
      kind: 'tag' as const,
      name,
      color,
      removed: false,
    }),
  },
  TagChanged: { evolve: (row, { data: { name, color } }) => (row ? { ...row, name, color } : null) },
  TagRemoved: { evolve: row => (row ? { ...row, removed: true } : null) },
});
