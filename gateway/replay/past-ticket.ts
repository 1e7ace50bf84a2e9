import { several } from '#commands/several.ts';
import type { PastMessages, PastTicketAnswer } from '#contracts/replay.ts';
import type { TicketHistoryEntry } from '#contracts/ticket-notes.ts';
import type { Category } from '#domain/shared/stream.ts';
import { streamName } from '#domain/shared/stream.ts';
import type { Recorded } from '#eventstore/types.ts';
import { namesByIds } from '#projections/audit/queries/names.ts';
import {
  type MessageNow,
  messagesNow,
  pageOfMessages,
  pastMessageView,
} from '#projections/inbox/queries/past-messages.ts';
import {
  asErased,
  type PastMessage,
  type PastTicket,
  pastOf,
  withoutFile,
  withoutWords,
} from '#projections/inbox/queries/past-ticket.ts';
import { refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { type PastNames, placeShown, readPastNames } from './past-names.ts';

type Site = Pick<Gateway, 'tenants' | 'events'> & { readonly mediaLinks: Pick<MediaLinks, 'signed'> };
export type AskedTicket = {
  readonly companyId: string;
  readonly ticketId: string;
  readonly at: string;
  /** Whether what was taken back since is shown: to who may read it in the audit trail. */
  readonly showsTakenBack: boolean;
};

const pageSize = 50;
/** A page has up to a hundred streams, its quotes among them: the store answers others meanwhile. */
const streamsAtOnce = 10;

/** A ticket as it was, its notes and its history up to then; refused with ERR_NO_TICKET_FOUND where there was none. */
export const readPastTicket = async (site: Site, asked: AskedTicket): Promise<PastTicketAnswer> => {
  const { companyId, ticketId, at } = asked;
  const isGone = await isGoneSince(site, asked);
  const events = await eventsOf(site, asked, 'ticket', [ticketId]);
  const { ticket, notes, history } = pastOf(events, at);
  if (!ticket) throw refuse('ERR_NO_TICKET_FOUND');
  const names = await site.tenants.read(companyId, db =>
    readPastNames(db, {
      ids: [
        ...[ticketId, ticket.connectionId, ticket.userId],
        ...notes.map(({ userId }) => userId),
        ...history.flatMap(({ userId, toUserId }) => [userId, toUserId]),
      ],
      ...{ contacts: [ticket.contactId], at },
    }),
  );
  const { status, inMenu, contactId, connectionId, queueId, userId, tagIds, createdAt } = ticket;
  const erased = names.contact(contactId).erased === true;
  const deletedLater = new Set(notesDeletedAfter(events, at));
  const isHidden = (id: string) => erased || ((isGone || deletedLater.has(id)) && !asked.showsTakenBack);
  return {
    at,
    ticket: {
      ...placeShown({ ticketId, contactId, connectionId, queueId, userId }, names),
      status: status === 'pending' && inMenu ? 'menu' : status,
      tags: tagIds.flatMap(id => names.tag(id) ?? []),
      ...{ createdAt, gone: isGone },
    },
    notes: notes.map(note => ({
      ...{ id: note.id, ticketId, user: names.user(note.userId), createdAt: note.createdAt },
      note: isHidden(note.id) ? '' : note.note,
      later: deletedLater.has(note.id) ? 'deleted' : null,
    })),
    history: history.map(entry => {
      const words = isHidden(entry.id) || erased ? null : entry.notes;
      return historyView({ ...entry, notes: words }, names);
    }),
  };
};

const historyView = (entry: PastTicket['history'][number], names: PastNames): TicketHistoryEntry => ({
  ...{ position: entry.placed, action: entry.action, at: entry.at, actor: entry.actor },
  ...{ user: names.user(entry.userId), to: names.user(entry.toUserId), queue: names.queue(entry.queueId) },
  tags: entry.tagIds.flatMap(id => names.tag(id) ?? []),
  ...{ notes: entry.notes, reason: entry.reason, rating: entry.rating },
});

const notesDeletedAfter = (events: readonly Recorded[], at: string): readonly string[] =>
  events.flatMap(event =>
    event.type === 'TicketNoteDeleted' && new Date(event.metadata.at).toISOString() > at
      ? [event.data.noteId]
      : [],
  );

/** A page of a ticket's conversation as it was; refused with ERR_NO_TICKET_FOUND where there was none. */
export const readPastMessages = async (
  site: Site,
  { cursor, ...asked }: AskedTicket & { readonly cursor?: string | undefined },
): Promise<PastMessages> => {
  const { companyId, ticketId, at } = asked;
  const isGone = await isGoneSince(site, asked);
  const { messages, next } = await site.tenants.read(companyId, db =>
    pageOfMessages(db, { ticketId, at }, { limit: pageSize, before: cursor }),
  );
  const quotes = await quotedBy(site, companyId, messages);
  const since = new Map([...quotes, ...messages].map(now => [now.id, now]));
  const [ofTicket, ofMessages] = await Promise.all([
    eventsOf(site, asked, 'ticket', [ticketId]),
    eventsOf(site, asked, 'message', [...since.keys()]),
  ]);
  const past = pastOf([...ofTicket, ...ofMessages], at);
  if (!past.ticket) throw refuse('ERR_NO_TICKET_FOUND');
  const rows = messages.flatMap(now => {
    const row = past.messages.get(now.id);
    return row?.ticketId === ticketId ? [{ row, now: { ...now, isGone: now.isGone || isGone } }] : [];
  });
  const users = [...past.messages.values()].map(({ userId }) => userId);
  const names = await namesOf(site, companyId, users);
  const shownQuote = (id: string | null) => {
    const [quote, now] = id === null ? [] : [past.messages.get(id), since.get(id)];
    return quote && now && shownAs(quote, now, asked.showsTakenBack).row;
  };
  const { readPosition } = past.ticket;
  return {
    messages: rows.map(({ row, now }) => {
      const around = { readPosition, quoted: shownQuote(row.quotedMessageId) };
      const shown = shownAs(row, now, asked.showsTakenBack);
      const view = pastMessageView(shown.row, { ...around, nameOfUser: id => names.get(id) ?? null });
      return { ...site.mediaLinks.signed(view), later: shown.later, withheld: shown.withheld };
    }),
    nextCursor: next,
  };
};

const quotedBy = async (
  { tenants }: Site,
  companyId: string,
  messages: readonly MessageNow[],
): Promise<readonly MessageNow[]> => {
  const ids = [...new Set(messages.flatMap(({ quotedId }) => quotedId ?? []))];
  return ids.length === 0 ? [] : tenants.read(companyId, db => messagesNow(db, ids));
};

const namesOf = async (
  { tenants }: Site,
  companyId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const sought = [...new Set(ids.flatMap(id => id ?? []))];
  if (sought.length === 0) return new Map();
  const names = await tenants.read(companyId, db => namesByIds(db, sought));
  return new Map(names.map(({ id, name }) => [id, name]));
};

/** What was taken back since has no file any more, and its words are not for everybody. */
const shownAs = (row: PastMessage, now: MessageNow, showsTakenBack: boolean) => {
  if (now.erased) return { row: asErased(row), later: null, withheld: false };
  const isTakenBack = (now.isDeleted && !row.isDeleted) || (now.isGone && !row.isDeleted);
  if (isTakenBack) {
    const without = withoutFile(showsTakenBack ? row : withoutWords(row));
    return { row: without, later: 'deleted' as const, withheld: !showsTakenBack };
  }
  const later = !now.isDeleted && now.body !== row.body ? ('edited' as const) : null;
  return { row, later, withheld: false };
};

/** Whether the company had such a ticket, and has deleted it since. */
const isGoneSince = async ({ tenants }: Site, { companyId, ticketId }: AskedTicket): Promise<boolean> => {
  const [known] = await tenants.read(companyId, db => namesByIds(db, [ticketId]));
  if (known?.kind !== 'ticket') throw refuse('ERR_NO_TICKET_FOUND');
  return known.gone;
};

const eventsOf = async (
  { events }: Site,
  { companyId }: AskedTicket,
  category: Category,
  ids: readonly string[],
): Promise<readonly Recorded[]> =>
  (await several(ids, streamsAtOnce, id => events.load(streamName(category, companyId, id)))).flat();
