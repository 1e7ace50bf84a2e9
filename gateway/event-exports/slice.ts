import type { AuditName } from '#contracts/audit.ts';
import { namesByIds } from '#projections/audit/queries/names.ts';
import { entriesOfTickets, type TicketEntry } from '#projections/audit/queries/ticket-entries.ts';
import { type Case, listCaseContacts, listCases, type Slice } from '#projections/dashboard/queries/cases.ts';
import { writersOf } from '#projections/inbox/queries/message-writers.ts';
import type { Tenants } from '#projections/tenant.ts';
import { activitiesOf, type CaseEvent, exportedTypes } from './activities.ts';

/** Whose slice is read, and where from. */
export type Site = {
  readonly tenants: Pick<Tenants, 'read'>;
  readonly companyId: string;
  readonly slice: Slice;
  /** How much of each is read at once. */
  readonly atOnce?: AtOnce;
};

/** `listed`: how many ids of tickets and contacts come from one look at the period; the others are parts of that. */
type AtOnce = {
  readonly listed: number;
  readonly cases: number;
  readonly entries: number;
  readonly contacts: number;
};

/** Some of the events of one ticket, in their order; a long ticket comes in several parts, one after the other. */
export type Part = { readonly of: Case; readonly events: readonly CaseEvent[] };
export type Named = ReadonlyMap<string, AuditName>;

const usually: AtOnce = { listed: 5_000, cases: 200, entries: 2_000, contacts: 1_000 };

/**
 * The tickets of a slice and what happened to them, page by page: however much there is, a page of it is in memory.
 * Which tickets there are, and whose they were then, is the dashboard's knowledge; what happened is the audit trail's,
 * which has an entry for each event and nothing personal in it.
 */
export async function* casesOf({
  tenants,
  companyId,
  slice,
  atOnce = usually,
}: Site): AsyncGenerator<readonly Case[]> {
  let cases: readonly Case[] = [];
  do {
    const last = cases.at(-1);
    cases = await tenants.read(companyId, db => listCases(db, slice, last, atOnce.listed));
    yield* inParts(cases, atOnce.cases);
  } while (cases.length === atOnce.listed);
}

function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

export async function* partsOf(site: Site): AsyncGenerator<readonly Part[]> {
  for await (const cases of casesOf(site)) yield* partsOfCases(site, cases);
}

async function* partsOfCases(site: Site, cases: readonly Case[]): AsyncGenerator<readonly Part[]> {
  const { tenants, companyId, slice, atOnce = usually } = site;
  const ofTicket = new Map(cases.map(each => [each.ticketId, each]));
  const sought = { ...slice, ticketIds: [...ofTicket.keys()], types: exportedTypes, most: atOnce.entries };
  let entries: readonly TicketEntry[] = [];
  do {
    const after = entries.at(-1);
    const read = await tenants.read(companyId, async db => {
      const page = await entriesOfTickets(db, { ...sought, after });
      const messages = page.filter(({ type }) => type.startsWith('Message'));
      return {
        page,
        writers: await writersOf(
          db,
          messages.map(({ objectId }) => objectId ?? ''),
        ),
      };
    });
    entries = read.page;
    const writers = new Map(read.writers.map(each => [each.id, each]));
    const parts = Map.groupBy(entries, ({ ticketId }) => ticketId);
    yield [...parts].flatMap(([ticketId, own]) => {
      const of = ofTicket.get(ticketId);
      const events = own.flatMap(entry => activitiesOf(entry, writers.get(entry.objectId ?? '')));
      return of && events.length > 0 ? [{ of, events }] : [];
    });
  } while (entries.length === atOnce.entries);
}

/** The ids of a slice's contacts, each once. */
export async function* contactsOf({
  tenants,
  companyId,
  slice,
  atOnce = usually,
}: Site): AsyncGenerator<readonly string[]> {
  let ids: readonly string[] = [];
  do {
    const last = ids.at(-1);
    ids = await tenants.read(companyId, db => listCaseContacts(db, slice, last, atOnce.listed));
    yield* inParts(ids, atOnce.contacts);
  } while (ids.length === atOnce.listed);
}

/** How these are called, or were when they went. */
export const namedIn = async ({ tenants, companyId }: Site, ids: Iterable<string>): Promise<Named> => {
  const sought = [...new Set(ids)];
  const names = await tenants.read(companyId, db => namesByIds(db, sought));
  return new Map(names.map(name => [name.id, name]));
};
