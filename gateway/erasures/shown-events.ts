import type { EventStore } from '#eventstore/types.ts';
import { erasedAmong } from '#projections/inbox/queries/erased-persons.ts';
import type { Gateway } from '../gateway.ts';

/**
 * The log, to show from it. A gateway may hold the key of somebody who was erased for minutes more: the read model is
 * asked, and whoever was is forgotten before anything of theirs is shown.
 */
export const shownEvents = ({
  events,
  tenants,
  keys,
}: Pick<Gateway, 'events' | 'tenants' | 'keys'>): Pick<EventStore, 'load'> => ({
  load: async (stream, ...from) => {
    const found = await events.load(stream, ...from);
    const [{ companyId } = { companyId: '' }] = found;
    const persons = [...new Set(found.flatMap(({ persons, erased }) => (erased ? [] : (persons ?? []))))];
    if (persons.length === 0) return found;
    const gone = await tenants.read(companyId, db => erasedAmong(db, persons));
    if (gone.length === 0) return found;
    keys.forget(gone);
    return events.load(stream, ...from);
  },
});
