import type { AuditDetail } from '#contracts/audit.ts';
import type { Recorded } from '#eventstore/types.ts';

const fieldsOf = ({ data }: Recorded): Readonly<Record<string, unknown>> => ({ ...data });

/** Of settings and texts, which one: others of the same stream say nothing of it. */
const keyOf = (event: Recorded): unknown => fieldsOf(event).key;

/**
 * What an event changed: each of its fields with what the stream's earlier events had last said of it. Fields that
 * stayed as they were, and the stream's own id, are left out.
 */
export const changesOf = (stream: readonly Recorded[], event: Recorded): AuditDetail['changes'] => {
  const before = new Map<string, unknown>();
  for (const earlier of stream) {
    if (earlier.revision >= event.revision) break;
    if (keyOf(earlier) !== keyOf(event)) continue;
    for (const [field, value] of Object.entries(fieldsOf(earlier))) before.set(field, value);
  }
  return Object.entries(fieldsOf(event)).flatMap(([field, after]) => {
    const was = before.get(field) ?? null;
    const isOwnId = after === event.entityId;
    return isOwnId || JSON.stringify(was) === JSON.stringify(after ?? null)
      ? []
      : [{ field, before: was, after: after ?? null }];
  });
};
