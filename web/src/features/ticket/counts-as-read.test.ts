import { expect, it } from 'vitest';
import { ticketAt } from '../../live/testing/tickets.ts';
import { countsAsRead } from './counts-as-read.ts';

const [ana, bruno] = ['ana', 'bruno'];

it('reads what one attends to, groups, and closed tickets whoever they were of', () => {
  expect(countsAsRead(ana, ticketAt(1, 1, { status: 'open', userId: ana }))).toBe(true);
  expect(countsAsRead(ana, ticketAt(1, 1, { status: 'groups' }))).toBe(true);
  expect(countsAsRead(ana, ticketAt(1, 1, { status: 'closed', userId: null }))).toBe(true);
  expect(countsAsRead(ana, ticketAt(1, 1, { status: 'closed', userId: bruno }))).toBe(true);
});

it('does not read for others, nor what nobody has accepted', () => {
  expect(countsAsRead(ana, ticketAt(1, 1, { status: 'open', userId: bruno }))).toBe(false);
  expect(countsAsRead(ana, ticketAt(1, 1, { status: 'pending' }))).toBe(false);
});
