import { validate } from 'uuid';
import { kept } from '#domain/audit/kept.ts';
import { type AnyEventType, catalogue } from '#domain/catalogue.ts';
import type { Category } from '#domain/shared/stream.ts';
import type { Recorded } from '#eventstore/types.ts';
import { fold, type Handlers, type Touched } from '../kit/projection.ts';
import { isoInstant, type OwnRow } from '../kit/table.ts';
import { entryTable, messagePlaceTable, objectTable } from './tables.ts';

type Entry = OwnRow<typeof entryTable>;

/** Of no company. */
export const ofNoCompany: readonly AnyEventType[] = ['InstallationFounded'];

const entryOf = (event: Recorded, touched: Touched): Entry => {
  const { id, type, metadata, entityId, revision } = event;
  const objectId = objectOf(event);
  return {
    ...{ id, type, revision, objectId, at: isoInstant(metadata.at) },
    ...doer(event, touched),
    ...placeOf(event, touched),
    causeId: uuidOr(metadata.$causationId),
    entity: entityId === objectId ? null : entityId,
    routine: kept[type].routine ?? false,
    details: detailsOf(event),
  };
};

/** Everything that ever happened to a company; follows the tables that it looks at. */
export const entryFold = fold(
  entryTable,
  Object.fromEntries(
    Object.values(catalogue)
      .flatMap(schemas => Object.keys(schemas) as AnyEventType[])
      .filter(type => !ofNoCompany.includes(type))
      .map(type => [
        type,
        {
          keys: (event: Recorded) => [[event.id]],
          evolve: (_: unknown, event: Recorded, touched: Touched) => entryOf(event, touched),
        },
      ]),
  ) as Handlers<typeof entryTable>,
);

const uuidOr = (value: unknown): string | null =>
  typeof value === 'string' && validate(value) ? value : null;

const doer = (event: Recorded, touched: Touched): Pick<Entry, 'actorKind' | 'actorId' | 'actorName'> => {
  const { actor } = event.metadata;
  const writerId = actor.kind === 'connection' ? writerOf(event, touched) : null;
  if (writerId) return { actorKind: 'contact', actorId: writerId, actorName: null };
  return {
    actorKind: actor.kind,
    actorId: 'id' in actor ? actor.id : null,
    actorName: 'name' in actor ? actor.name : null,
  };
};

/** Older events say that the connection did what its contact did by writing. */
const writerOf = (event: Recorded, touched: Touched): string | null => {
  switch (event.type) {
    case 'MessageReceived':
      return event.data.waKey.fromMe ? null : event.data.contactId;
    case 'MessageReacted':
      return event.data.fromMe ? null : placeOf(event, touched).contactId;
    case 'TicketRated':
    case 'TicketRatingExplained':
      return placeOf(event, touched).contactId;
    default:
      return null;
  }
};

const ofUsers: readonly Category[] = ['session', 'notice', 'dataaccess'];
/** What is told of sessions and looks is the user's, of keys their owner's. */
const objectOf = (event: Recorded): string | null => {
  const data: Readonly<Record<string, unknown>> = { ...event.data };
  if (ofUsers.includes(event.category)) return uuidOr(data.userId);
  if (event.category === 'claim') return uuidOr(data.ownerId);
  return uuidOr(event.entityId);
};

const placeOf = (event: Recorded, touched: Touched): Pick<Entry, 'ticketId' | 'contactId'> => {
  const { category, entityId } = event;
  if (category === 'contact') return { ticketId: null, contactId: entityId };
  if (category === 'message') {
    const { ticketId = null, contactId = null } = touched.get(messagePlaceTable, entityId) ?? {};
    return { ticketId, contactId };
  }
  if (event.type === 'ConversationViewed') {
    const { ticketId } = event.data;
    return { ticketId, contactId: touched.get(objectTable, ticketId)?.contactId ?? null };
  }
  if (category !== 'ticket' && category !== 'schedule') return { ticketId: null, contactId: null };
  const object = touched.get(objectTable, entityId);
  return { ticketId: category === 'ticket' ? entityId : null, contactId: object?.contactId ?? null };
};

const detailsOf = ({ type, data }: Recorded): Entry['details'] => {
  const all: Readonly<Record<string, unknown>> = { ...data };
  const said = (kept[type].keep ?? []).flatMap(name => {
    const value = all[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return said.length > 0 ? Object.fromEntries(said) : null;
};
