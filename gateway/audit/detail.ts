import type { AuditDetail } from '#contracts/audit.ts';
import { changesOf } from '#domain/audit/changes.ts';
import { catalogue } from '#domain/catalogue.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import type { Recorded } from '#eventstore/types.ts';
import { entryById, listEntries } from '#projections/audit/queries/entries.ts';
import { namesOf } from '#projections/audit/queries/names.ts';
import { shownEvents } from '../erasures/shown-events.ts';
import type { Gateway } from '../gateway.ts';

const categoryOf = (type: string): Category | undefined =>
  (Object.keys(catalogue) as Category[]).find(category => type in catalogue[category]);

/**
 * An entry with its event (null where the log has lost it), what it changed, what caused it and what it caused;
 * undefined where there is no such entry.
 */
export const detailOf = async (
  gateway: Pick<Gateway, 'tenants' | 'events' | 'keys'>,
  { companyId, zone }: { readonly companyId: string; readonly zone: string },
  id: string,
): Promise<AuditDetail | undefined> => {
  const { tenants } = gateway;
  const found = await tenants.read(companyId, db => entryById(db, id));
  const category = found && categoryOf(found.entry.action);
  if (!found || !category) return undefined;
  const stream = await shownEvents(gateway).load(streamName(category, companyId, found.entity));
  const event = stream.find(each => each.id === id);
  const upTo = event ? stream.filter(({ revision }) => revision <= event.revision) : [];
  const changes = event ? changesOf(category, upTo) : [];
  const { causeId } = found.entry;
  const around = await tenants.read(companyId, async db => {
    const [cause, caused] = await Promise.all([
      causeId ? entryById(db, causeId) : undefined,
      listEntries(db, { cause: id }, zone),
    ]);
    const entries = [found.entry, ...(cause ? [cause.entry] : [])];
    const values = Object.fromEntries(
      changes.map(({ field, before, after }) => [field, [before, after].flat()]),
    );
    const named = await namesOf(db, [...entries, { ...found.entry, details: values }]);
    return { cause, caused, names: [...named, ...caused.names] };
  });
  return {
    entry: found.entry,
    changes: [...changes],
    event: event ? shown(event) : null,
    cause: around.cause?.entry ?? null,
    caused: around.caused.entries,
    moreCaused: around.caused.nextCursor !== null,
    names: around.names,
  };
};

const shown = (event: Recorded): AuditDetail['event'] => {
  const { stream, revision, position, type, data, metadata, erased = false } = event;
  return { stream, revision, position, type, data: { ...data }, metadata: { ...metadata }, erased };
};
