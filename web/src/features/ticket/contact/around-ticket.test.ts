import { expect, it } from 'vitest';
import { ticketAt } from '../../../live/testing/tickets.ts';
import { aroundTicket } from './around-ticket.ts';

const [first, second, third] = [ticketAt(1, 1), ticketAt(2, 2), ticketAt(3, 3)];
const numbers = (tickets: readonly { readonly number: number }[]) => tickets.map(({ number }) => number);

it('parts the other tickets of a contact into those before and those after', () => {
  const { earlier, later } = aroundTicket(second, [third, second, first]);
  expect([numbers(earlier), numbers(later)]).toEqual([[1], [3]]);
});

it('puts what was imported before what was written later, whatever its number is', () => {
  const imported = ticketAt(9, 9, { activeAt: '2025-01-01T10:00:00.000Z' });
  const { earlier, later } = aroundTicket(second, [imported, third, second, first]);
  expect([numbers(earlier), numbers(later)]).toEqual([[9, 1], [3]]);
});
