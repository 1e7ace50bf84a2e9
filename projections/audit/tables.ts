import type { Actor } from '#domain/shared/event.ts';
import type { Category } from '#domain/shared/stream.ts';
import { flag, instant, integer, json, nullable, table, text, uuid, word } from '../kit/table.ts';

/**
 * An entry for each event, under its id. It holds ids and words of the product alone, nothing personal: names are
 * looked up when it is read, so that an erasure has nothing to look for here. Ten million of them must be cheap.
 */
export const entryTable = table('entry', {
  columns: {
    id: uuid,
    at: instant,
    type: text,
    actorKind: word<Actor['kind']>(),
    actorId: nullable(uuid),
    /** A policy's, which has no id. */
    actorName: nullable(text),
    /** What it was done to. */
    objectId: nullable(uuid),
    ticketId: nullable(uuid),
    contactId: nullable(uuid),
    /** The event that it follows from. */
    causeId: nullable(uuid),
    /** Of its stream, where that is not the object's. */
    entity: nullable(text),
    revision: integer,
    routine: flag,
    details: nullable(json<Readonly<Record<string, unknown>>>()),
  },
  indexes: [
    '(company_id, at desc, position desc)',
    '(company_id, at desc, position desc) where not routine',
    '(company_id, type, at desc, position desc)',
    '(actor_id, at desc, position desc) where actor_id is not null',
    '(object_id, at desc, position desc) where object_id is not null',
    '(ticket_id, at desc, position desc) where ticket_id is not null',
    '(contact_id, at desc, position desc) where contact_id is not null',
    '(cause_id, at desc, position desc) where cause_id is not null',
  ],
});

/** What entries name by its id: how it is called now, or was called when it went. */
export const objectTable = table('object', {
  columns: {
    id: uuid,
    kind: word<Category>(),
    /** Empty where it has none, and once its person is erased. */
    name: text,
    /** The name in small letters without accents. */
    sought: text,
    gone: flag,
    erased: flag,
    /** Of a ticket. */
    number: nullable(integer),
    /** Whose ticket or scheduled message it is. */
    contactId: nullable(uuid),
  },
  indexes: ['using gin (sought gin_trgm_ops)'],
  notifies: false,
  searched: true,
});

/** Which ticket and contact a message belongs to: most of its events do not say. */
export const messagePlaceTable = table('message_place', {
  columns: { id: uuid, ticketId: uuid, contactId: uuid },
  notifies: false,
});

export const ticketCounterTable = table('ticket_counter', {
  key: ['company'],
  columns: { company: uuid, lastNumber: integer },
  notifies: false,
});
