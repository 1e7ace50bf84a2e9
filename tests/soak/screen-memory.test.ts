import { describe, expect, it } from 'vitest';
import type { TicketView } from '#contracts/views.ts';
import type { Heard } from './heard.ts';
import { createScreenMemory } from './screen-memory.ts';

const hello = (position: number): Heard => ({ kind: 'hello', position });
const fresh = (n: number, position: number, ticketId = 'theirs'): Heard => ({
  ...{ kind: 'new', direction: 'in', n, ticketId, position },
});
const placed = (n: number, position: number, ticketId = 'theirs') => ({
  ...{ direction: 'in' as const, n, ticketId, position },
});
const ticket = (position: number, unreadMessages: number) =>
  ({ id: 'theirs', number: 7, position, unreadMessages }) as TicketView;

const memoryOf = (...heard: readonly (Heard | 'lost')[]) => {
  const memory = createScreenMemory('open');
  for (const each of heard) {
    if (each === 'lost') memory.lost();
    else memory.hear(each);
  }
  return memory;
};

describe('what a socket must have been told', () => {
  it('is everything exactly once while it was never away', () => {
    expect(memoryOf(hello(5), fresh(0, 6), fresh(1, 7)).faults([placed(0, 6), placed(1, 7)], [])).toEqual([]);
    expect(memoryOf(hello(5), fresh(1, 7)).faults([placed(0, 6), placed(1, 7)], [])).toEqual([
      'in 0 was told 0 times',
    ]);
    expect(memoryOf(hello(5), fresh(0, 6), fresh(0, 7)).faults([placed(0, 6)], [])).toEqual([
      'in 0 was told 2 times',
    ]);
  });

  it('does not go back behind what it was told before', () => {
    expect(memoryOf(hello(5), fresh(0, 7), fresh(1, 6)).faults([], [])).toEqual([
      '1 frames went back behind others',
    ]);
  });

  it('may leave out what came into other conversations while it was away, and nothing of the open one', () => {
    const memory = memoryOf(hello(5), fresh(0, 6), fresh(1, 8), 'lost', hello(20), fresh(4, 30));
    expect(memory.sure()).toBe(20);
    const messages = [placed(0, 6), placed(1, 8), placed(2, 12), placed(3, 13, 'open'), placed(4, 30)];
    expect(memory.faults(messages, [])).toEqual(['in 3 was told 0 times']);
    expect(memory.faults([placed(5, 31)], [])).toEqual(['in 5 was told 0 times']);
  });

  it('is excused of what the screen loaded anew, and of nothing behind that', () => {
    const memory = memoryOf(hello(5), { kind: 'resync', position: 10 }, fresh(1, 12));
    expect(memory.faults([placed(0, 9), placed(1, 12)], [])).toEqual([]);
    expect(memory.faults([placed(2, 13)], [])).toEqual(['in 2 was told 0 times']);
  });

  it('is the newest state of each ticket that has changed', () => {
    const memory = memoryOf(hello(5), { kind: 'ticket', ticket: ticket(6, 1), position: 6 });
    expect(memory.faults([], [ticket(6, 1)])).toEqual([]);
    expect(memory.faults([], [ticket(9, 2)])).toEqual([
      expect.stringContaining('ticket 7 is known as [6,null'),
    ]);
    expect(memoryOf(hello(5)).faults([], [ticket(4, 1)])).toEqual([]);
    expect(memoryOf(hello(5)).faults([], [ticket(6, 1)])).toEqual(['ticket 7 is known as nothing']);
  });
});
