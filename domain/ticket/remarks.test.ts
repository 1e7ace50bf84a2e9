import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { TicketEvent } from './events.ts';
import { deleteNote, noteTicket, tagTicket } from './remarks.ts';
import { type Ticket, ticketEntity } from './ticket.ts';

const [ticketId, ana, bruno, noteId] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const [vip, novo] = [idOf(5), idOf(6)];
const ticket = given(ticketEntity);
const pending: TicketEvent = {
  type: 'TicketOpened',
  data: {
    ...{ ticketId, contactId: idOf(7), connectionId: idOf(8), queueId: null, userId: null },
    ...{ status: 'pending', isGroup: false },
  },
};
const closed: TicketEvent = { type: 'TicketClosed', data: { ticketId, userId: ana, justClose: false } };
const reopened: TicketEvent = {
  type: 'TicketReopened',
  data: { ticketId, queueId: null, connectionId: idOf(8) },
};
const deleted: TicketEvent = { type: 'TicketDeleted', data: { ticketId } };

describe('tagging a ticket', () => {
  const tag =
    (tagIds: string[], missing: string[] = []) =>
    (state: Ticket) =>
      tagTicket({ ticketId, tagIds }, state, missing);

  it('tells the whole set once, and nothing when it is the same', () => {
    const first = ticket(pending).when(tag([vip, novo, vip]));
    expect(first.events).toEqual([{ type: 'TicketTagged', data: { ticketId, tagIds: [vip, novo] } }]);
    expect(ticket(pending, ...first.events).when(tag([novo, vip])).decision).toEqual([]);
    expect(ticket(pending, ...first.events).when(tag([])).events).toHaveLength(1);
    expect(ticket(pending).when(tag([])).decision).toEqual([]);
  });
  it('keeps the tags through the life of the ticket', () => {
    const tagged = ticket(pending).when(tag([vip])).events;
    expect(ticket(pending, ...tagged, closed, reopened).state).toMatchObject({ tagIds: [vip] });
  });
  it('refuses tags that are not there, and a ticket that is gone', () => {
    expect(ticket(pending).when(tag([vip], [vip])).decision).toEqual(
      rejected('ERR_NO_TAG_FOUND', { tagIds: [vip] }),
    );
    for (const history of [[], [pending, deleted]])
      expect(ticket(...history).when(tag([vip])).rejection?.rejected).toBe('ERR_NO_TICKET_FOUND');
  });
});

describe('a note at a ticket', () => {
  const note = (text: string) => (state: Ticket) =>
    noteTicket({ ticketId, noteId, userId: ana, note: text }, state);
  const remove =
    (userId: string, anybodys = false) =>
    (state: Ticket) =>
      deleteNote({ ticketId, noteId, userId, anybodys }, state);
  const noted = ticket(pending).when(note('ligar amanhã')).events;

  it('is kept as it was written, on closed tickets too', () => {
    expect(noted).toEqual([
      { type: 'TicketNoted', data: { ticketId, noteId, userId: ana, note: 'ligar amanhã' } },
    ]);
    expect(ticket(pending, closed).when(note(' ok ')).events).toMatchObject([{ data: { note: 'ok' } }]);
    expect(ticket(pending, ...noted).when(note('de novo')).decision).toEqual([]);
  });
  it.each(['a', '  b ', 'c'.repeat(5001)])('refuses what is too short or too long', text => {
    expect(ticket(pending).when(note(text)).decision).toEqual(rejected('ERR_VALIDATION', { field: 'note' }));
  });
  it('is deleted by its writer, or who may delete those of others, and once', () => {
    const there = ticket(pending, ...noted, closed);
    expect(there.when(remove(bruno)).decision).toEqual(rejected('ERR_NO_PERMISSION', { userId: ana }));
    expect(there.when(remove(bruno, true)).events).toHaveLength(1);
    const { events } = there.when(remove(ana));
    expect(events).toEqual([{ type: 'TicketNoteDeleted', data: { ticketId, noteId } }]);
    expect(ticket(pending, ...noted, ...events).when(remove(ana)).decision).toEqual(
      rejected('ERR_NO_NOTE_FOUND'),
    );
  });
  it('is of no ticket that is gone', () => {
    for (const decide of [note('oi'), remove(ana)])
      expect(ticket(pending, ...noted, deleted).when(decide).rejection?.rejected).toBe('ERR_NO_TICKET_FOUND');
  });
});
