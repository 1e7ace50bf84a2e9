import type { AuditName } from '#contracts/audit.ts';
import type { PastTicketRow } from '#contracts/replay.ts';
import { namesByIds } from '#projections/audit/queries/names.ts';
import { mergedAt } from '#projections/audit/queries/past.ts';
import { labels } from '#projections/dashboard/queries/labels.ts';
import { contactsThemselves, type ShownContact } from '#projections/inbox/queries/contacts.ts';
import type { Queryable } from '#projections/tenant.ts';

type Placed = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
};

/** How things are called that tickets of the past name: as now, or as when they went. */
export type PastNames = {
  readonly number: (ticketId: string) => number | null;
  readonly contact: (id: string) => ShownContact;
  readonly queue: (id: string | null) => PastTicketRow['queue'];
  readonly tag: (id: string) => PastTicketRow['queue'];
  readonly user: (id: string | null) => PastTicketRow['user'];
  readonly connection: (id: string) => PastTicketRow['connection'];
};

type Wanted = {
  readonly ids: readonly (string | null)[];
  readonly contacts: readonly string[];
  /** The instant: who was merged into whom is as it was then. */
  readonly at: string;
};

/** Names of users, connections and tickets by these ids, of contacts, and of all queues and tags of the company. */
export const readPastNames = async (db: Queryable, { ids, contacts, at }: Wanted): Promise<PastNames> => {
  const [named, people, queues, tags] = await Promise.all([
    namesByIds(db, [...new Set(ids.flatMap(id => (id === null ? [] : [id])))]),
    peopleAt(db, [...new Set(contacts)], at),
    labels(db, 'queue'),
    labels(db, 'tag'),
  ]);
  const names = new Map<string | null, AuditName>(named.map(each => [each.id, each]));
  const labelIn = (all: typeof queues, id: string | null) => all.find(each => each.id === id) ?? null;
  return {
    number: ticketId => names.get(ticketId)?.number ?? null,
    contact: id => people.get(id) ?? { ...nobody, id },
    queue: id => labelIn(queues, id),
    tag: id => labelIn(tags, id),
    user: id => {
      const user = names.get(id);
      return user ? { id: user.id, name: user.name, ...(user.gone ? { removed: true } : {}) } : null;
    },
    connection: id => {
      const connection = names.get(id);
      return connection ? { id: connection.id, name: connection.name } : null;
    },
  };
};

/** Contacts by their ids, each as who they were shown as at an instant. */
const peopleAt = async (
  db: Queryable,
  ids: readonly string[],
  at: string,
): Promise<ReadonlyMap<string, ShownContact>> => {
  const winners = await mergedAt(db, ids, at);
  const shownAs = (id: string): string => winners.get(id) ?? id;
  const people = await contactsThemselves(db, [...new Set(ids.map(shownAs))]);
  return new Map(
    ids.flatMap(id => {
      const shown = people.get(shownAs(id));
      return shown ? [[id, shown] as const] : [];
    }),
  );
};

const nobody = { name: '', number: '', profilePicUrl: null, isGroup: false, erased: false };

/** Of tickets what names are to be read. */
export const wantedBy = (tickets: readonly Placed[], at: string): Wanted => ({
  at,
  ids: tickets.flatMap(({ ticketId, connectionId, userId }) => [ticketId, connectionId, userId]),
  contacts: tickets.map(({ contactId }) => contactId),
});

/** What a row shows of a ticket besides how it stood. */
export const placeShown = (
  ticket: Placed,
  names: PastNames,
): Omit<PastTicketRow, 'status' | 'since' | 'customerSince' | 'became'> => ({
  id: ticket.ticketId,
  number: names.number(ticket.ticketId),
  contact: names.contact(ticket.contactId),
  queue: names.queue(ticket.queueId),
  user: names.user(ticket.userId),
  connection: names.connection(ticket.connectionId),
});
