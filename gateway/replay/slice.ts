import type { SliceAnswer } from '#contracts/replay-player.ts';
import { type Days, spanOf } from '#domain/dashboard/period.ts';
import { mostMoves } from '#domain/replay/moves.ts';
import { labels } from '#projections/dashboard/queries/labels.ts';
import { periodFacts } from '#projections/dashboard/queries/period-facts.ts';
import { type NamedSlice, sliceOf } from '#projections/dashboard/queries/period-moves.ts';
import { type ShownContact, shownContacts } from '#projections/inbox/queries/contacts.ts';
import { knownUsers } from '#projections/inbox/queries/known-users.ts';
import type { Queryable, Tenants } from '#projections/tenant.ts';
import { shownPeriod } from '../dashboard/asked.ts';
import { refuse } from '../errors/refusal.ts';

type Asked = {
  readonly companyId: string;
  readonly days: Days;
  readonly zone: string;
  readonly now: Date;
  /** More moves than this are refused. */
  readonly most?: number;
};

/** What happened in a period up to now, for the player. Refused where it is more than a page can hold. */
export const readSlice = (
  tenants: Tenants,
  { companyId, days, zone, now, most = mostMoves }: Asked,
): Promise<SliceAnswer> =>
  tenants.read(companyId, async db => {
    const { from, until: end } = spanOf(days, zone);
    const until = [end, [from, now.toISOString()].toSorted()[1] ?? end].toSorted()[0] ?? end;
    const facts = await periodFacts(db, { from, until }, most);
    const read = facts && sliceOf(facts, { from, until });
    if (!read || read.slice.moves.after.length > most) throw refuse('ERR_PERIOD_TOO_FULL');
    return { period: shownPeriod(days, zone), until, ...(await named(db, read)) };
  });

const named = async (
  db: Queryable,
  { slice, lanes, tickets, users }: NamedSlice,
): Promise<Omit<SliceAnswer, 'period' | 'until'>> => {
  const contactIds = [...new Set(tickets.map(({ contactId }) => contactId))];
  const [queues, people, contacts] = await Promise.all([
    labels(db, 'queue'),
    knownUsers(db),
    shownContacts(db, contactIds),
  ]);
  const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    new Map(rows.map(row => [row.id, row]));
  const [queueOf, userOf] = [byId(queues), byId(people)];
  const indexOf = new Map(contactIds.map((contactId, index) => [contactId, index]));
  return {
    lanes: lanes.map(id => {
      const { name = '', color = null, removed = false } = (id && queueOf.get(id)) || {};
      return { id, name, color, removed };
    }),
    users: users.map(id => {
      const { name = '', removed = true } = userOf.get(id) ?? {};
      return { name, removed };
    }),
    contacts: contactIds.map(id => calledNow(contacts.get(id))),
    tickets: {
      id: tickets.map(({ id }) => id),
      contact: tickets.map(({ contactId }) => indexOf.get(contactId) ?? -1),
    },
    start: { ticket: [...slice.start.ticket], place: [...slice.start.place] },
    moves: columnsOf(slice.moves),
  };
};

/** Who is not known, or was erased, has no name. */
const calledNow = (contact: ShownContact | undefined): string | null =>
  !contact || contact.erased ? null : contact.name || contact.number;

const columnsOf = (moves: NamedSlice['slice']['moves']): SliceAnswer['moves'] => ({
  ...{ after: [...moves.after], kind: [...moves.kind], ticket: [...moves.ticket], lane: [...moves.lane] },
  ...{ from: [...moves.from], to: [...moves.to], user: [...moves.user] },
  ...{ measure: [...moves.measure], value: [...moves.value] },
});
