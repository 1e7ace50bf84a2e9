import type { PastChanges } from '#contracts/replay.ts';
import { differenceOf, type Standing } from '#projections/dashboard/queries/difference.ts';
import type { Queryable } from '#projections/tenant.ts';
import { CallRefused } from '../errors/refusal.ts';
import { type PastNames, placeShown, readPastNames } from './past-names.ts';

const most = 50;

/** Which tickets came, went and moved between two instants; refused with ERR_VALIDATION where they are not in order. */
export const readPastChanges = async (
  db: Queryable,
  span: { readonly from: string; readonly at: string },
): Promise<PastChanges> => {
  if (span.from >= span.at) throw new CallRefused('ERR_VALIDATION', { message: 'from: must be before at' });
  const { changes, counts } = await differenceOf(db, { ...span, most });
  const names = await readPastNames(db, {
    ids: changes.flatMap(({ ticketId, connectionId, before, after }) => [
      ...[ticketId, connectionId, before?.userId ?? null, after?.userId ?? null],
    ]),
    ...{ contacts: changes.map(({ contactId }) => contactId), at: span.at },
  });
  return {
    ...span,
    counts,
    changes: changes.map(({ change, before, after, ...ticket }) => {
      const { id, number, contact, connection } = placeShown(
        { ...ticket, queueId: null, userId: null },
        names,
      );
      return {
        ...{ id, number, contact, connection, change },
        ...{ before: standingShown(before, names), after: standingShown(after, names) },
      };
    }),
  };
};

const standingShown = (standing: Standing | null, names: PastNames) =>
  standing && {
    status: standing.status,
    ...{ queue: names.queue(standing.queueId), user: names.user(standing.userId) },
  };
