import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { TicketEvent } from './events.ts';
import { type AnswerRating, answerRating, askRating, endRating, isRatingAnswer, ratingIn } from './rating.ts';
import { type Ticket, ticketEntity } from './ticket.ts';

const [ticketId, ana, messageId, next] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const ticket = given(ticketEntity);
const opened = (isGroup = false): TicketEvent => ({
  type: 'TicketOpened',
  data: {
    ...{ ticketId, contactId: idOf(7), connectionId: idOf(8), queueId: null, userId: null },
    ...{ status: isGroup ? 'groups' : 'pending', isGroup },
  },
});
const closed = (userId: string | null = ana): TicketEvent => ({
  type: 'TicketClosed',
  data: { ticketId, userId, justClose: userId === null },
});
const reopened: TicketEvent = {
  type: 'TicketReopened',
  data: { ticketId, queueId: null, connectionId: idOf(8) },
};
const askedAt = '2026-11-21T12:00:00.000Z';
const until = '2026-11-21T12:10:00.000Z';
const asked: TicketEvent = { type: 'TicketRatingAsked', data: { ticketId, userId: ana, askedAt, until } };
const ended: TicketEvent = { type: 'TicketRatingEnded', data: { ticketId } };
const over = [opened(), closed()] as const;

const ask = (state: Ticket) => askRating({ ticketId, askedAt }, state);
const at = (minutes: number, seconds = 0): string =>
  new Date(Date.parse(askedAt) + minutes * 60_000 + seconds * 1_000).toISOString();
const says =
  (body: string, change: Partial<AnswerRating> = {}) =>
  (state: Ticket) =>
    answerRating(
      {
        ...{ ticketId, messageId, body, isText: true, fromMe: false },
        ...{ sentAt: at(1), at: change.sentAt ?? at(1), ...change },
      },
      state,
    );
const rated = (rating: 1 | 2 | 3, reasonUntil: string | null = null): TicketEvent => ({
  type: 'TicketRated',
  data: { ticketId, userId: ana, rating, messageId, ratedAt: at(1), reasonUntil },
});

describe('asking for a rating', () => {
  it('is done once after each closing, in the name of who resolved, for ten minutes', () => {
    expect(ticket(...over).when(ask).events).toEqual([asked]);
    for (const history of [[asked], [asked, ended], [asked, rated(3)]])
      expect(ticket(...over, ...history).when(ask).decision).toEqual([]);
    expect(ticket(...over, asked, reopened, closed()).when(ask).events).toEqual([asked]);
  });
  it('is not done for groups, for what nobody resolved, and for what is open', () => {
    for (const history of [
      [opened(true), closed()],
      [opened(), closed(null)],
      [opened()],
      [...over, reopened],
    ])
      expect(ticket(...history).when(ask).decision).toEqual([]);
    expect(ticket().when(ask).rejection?.rejected).toBe('ERR_NO_TICKET_FOUND');
  });
});

describe('a rating', () => {
  it.each([1, 2, 3] as const)('is the text %i, once', rating => {
    const { events, after } = ticket(...over, asked).when(says(` ${rating}\n`));
    expect(events).toEqual([rated(rating, rating === 1 ? at(11) : null)]);
    expect(isRatingAnswer(after, messageId)).toBe(true);
    expect(ticket(...over, asked, ...events).when(says(String(rating))).decision).toEqual([]);
  });
  it.each(['10', '0', '4', '1 a 3', 'me ajuda', '', ' ', '1 real', '⭐⭐⭐⭐', '-1', '1 2', '١', '👍'])(
    'is not %j: that ends the waiting',
    body => {
      expect(ratingIn(body)).toBeUndefined();
      expect(ticket(...over, asked).when(says(body)).events).toEqual([ended]);
    },
  );
  it('is no media, and nothing written on the company’s own phone', () => {
    for (const change of [{ isText: false }, { fromMe: true }])
      expect(ticket(...over, asked).when(says('1', change)).events).toEqual([ended]);
  });
  it.each([
    ['before it was asked for', at(-1), false],
    ['at that moment, by a clock that is a little behind', at(0, -20), true],
    ['at the last moment', until, true],
    ['too late', at(10, 1), false],
  ])('that was written %s', (_, sentAt, counts) => {
    const { events } = ticket(...over, asked).when(says('2', { sentAt }));
    expect(events.map(({ type }) => type)).toEqual([counts ? 'TicketRated' : 'TicketRatingEnded']);
  });
  it('counts by when it was written, however late it comes; the reason has its time from then on', () => {
    const { events } = ticket(...over, asked).when(says('1', { sentAt: at(2), at: at(300) }));
    expect(events).toEqual([
      { type: 'TicketRated', data: expect.objectContaining({ ratedAt: at(2), reasonUntil: at(310) }) },
    ]);
  });
  it('is nothing where none is waited for', () => {
    for (const history of [
      [],
      [asked, ended],
      [asked, reopened],
      [asked, reopened, closed()],
      [asked, rated(3)],
    ])
      expect(ticket(...over, ...history).when(says('3', { messageId: next })).decision).toEqual([]);
  });
  it('keeps its place in the ticket when the ticket is closed another time by nobody', () => {
    expect(isRatingAnswer(ticket(...over, asked, rated(3), closed()).state, messageId)).toBe(true);
  });
});

describe('the reason of a bad rating', () => {
  const bad = [...over, asked, rated(1, at(11))] as const;
  const because = says(' demorou ', { messageId: next, sentAt: at(5) });

  it('is the next text, whatever it says', () => {
    const { events, after } = ticket(...bad).when(because);
    expect(events).toEqual([
      {
        type: 'TicketRatingExplained',
        data: { ticketId, answerId: messageId, messageId: next, reason: 'demorou' },
      },
    ]);
    expect([isRatingAnswer(after, messageId), isRatingAnswer(after, next)]).toEqual([true, true]);
    expect(ticket(...bad, ...events).when(says('e caro', { messageId: idOf(9) })).decision).toEqual([]);
  });
  it('is no media and nothing later: the mark stays', () => {
    for (const change of [{ isText: false }, { sentAt: at(12) }]) {
      const { events, after } = ticket(...bad).when(says('demorou', { messageId: next, ...change }));
      expect(events).toEqual([ended]);
      expect(isRatingAnswer(after, messageId)).toBe(true);
    }
  });
  it('is not waited for when the ticket is open again', () => {
    expect(ticket(...bad, reopened).when(because).decision).toEqual([]);
  });
});

describe('the end of the waiting', () => {
  const end = (state: Ticket) => endRating({ ticketId }, state);
  it('comes once', () => {
    expect(ticket(...over, asked).when(end).events).toEqual([ended]);
    for (const history of [[], [asked, ended], [asked, rated(2)]])
      expect(ticket(...over, ...history).when(end).decision).toEqual([]);
  });
});
