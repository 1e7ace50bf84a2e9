import { describe, expect, it } from 'vitest';
import type { TicketView } from '#contracts/views.ts';
import { createPhoneWishes } from './phone-wishes.ts';

const ticket = (status: TicketView['status']) => ({
  ...{ ticket: { id: 't', whatsappId: 'w', status }, writtenTo: 'c' },
});
const look = (
  wishes: ReturnType<typeof createPhoneWishes>,
  at: number,
  status: TicketView['status'],
  typing: boolean,
) => {
  wishes.look('key', ticket(status), { typing, now: at });
  return wishes.take();
};

describe('what a connector is asked for', () => {
  it('never says that somebody writes before the ticket is attended to', () => {
    const wishes = createPhoneWishes();
    expect(look(wishes, 0, 'pending', true)).toEqual(['watch w t:c']);
    expect(look(wishes, 100, 'open', true)).toEqual(['typing w t:c:1']);
  });

  it('says so again after three seconds, and once that it ended', () => {
    const wishes = createPhoneWishes();
    expect(look(wishes, 0, 'open', true)).toEqual(['watch w t:c', 'typing w t:c:1']);
    expect(look(wishes, 2_900, 'open', true)).toEqual([]);
    expect(look(wishes, 3_000, 'open', true)).toEqual(['typing w t:c:1']);
    expect(look(wishes, 3_100, 'open', false)).toEqual(['typing w t:c:0']);
    expect(look(wishes, 3_200, 'open', false)).toEqual([]);
  });

  it('ends the writing with the ticket, and with the last who looks', () => {
    const wishes = createPhoneWishes();
    look(wishes, 0, 'open', true);
    expect(look(wishes, 100, 'closed', true)).toEqual(['typing w t:c:0']);
    look(wishes, 200, 'open', true);
    wishes.leave('key');
    expect(wishes.take()).toEqual(['typing w t:c:0']);
  });
});
