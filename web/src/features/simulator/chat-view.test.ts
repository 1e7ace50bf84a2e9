import { describe, expect, it } from 'vitest';
import { cardOf, chatDays, chatRows, numberOfCard } from './chat-view.ts';
import type { SimulatedMessage } from './simulator-api.ts';

/** By the clocks of São Paulo. */
const noon = Date.UTC(2026, 4, 10, 15);
const minute = 60_000;
const message = (id: string, from: string, at: number): SimulatedMessage => ({
  ...{ id, from, at, fromMe: false, type: 'text', text: id, status: 'sent' },
  ...{ reactions: [], edited: false, revoked: false },
});
const partner = (chat: string, name: string) => ({ chat, name, group: false });

describe('a chat on a simulated phone', () => {
  it('is cut at midnight', () => {
    const days = chatDays([message('a', '1', noon), message('b', '1', noon + 13 * 60 * minute)]);
    expect(days.map(day => day.bubbles.map(({ message: { id } }) => id))).toEqual([['a'], ['b']]);
    expect(days.flatMap(day => day.bubbles.map(({ first }) => first))).toEqual([true, true]);
  });

  it('keeps together what one person writes within three minutes', () => {
    const shown = [
      message('a', '1', noon),
      message('b', '1', noon + 2 * minute),
      message('c', '2', noon + 2 * minute),
      message('d', '2', noon + 6 * minute),
    ];
    const [day] = chatDays(shown);
    expect(day?.bubbles.map(({ first }) => first)).toEqual([true, false, true, true]);
  });
});

describe('the list of chats', () => {
  it('has the newest on top and those without messages by name below', () => {
    const rows = chatRows(
      [partner('1', 'Zoe'), partner('2', 'Ana'), partner('3', 'Bia'), partner('4', 'Caio')],
      [
        { chat: '3', unread: 2, last: message('new', '3', noon) },
        { chat: '1', unread: 0, last: message('old', '1', noon - minute) },
      ],
    );
    expect(rows.map(({ name, unread }) => [name, unread])).toEqual([
      ['Bia', 2],
      ['Zoe', 0],
      ['Ana', 0],
      ['Caio', 0],
    ]);
  });
});

describe('a contact card', () => {
  it('names the number it was made with', () => {
    expect(numberOfCard(cardOf('Bia', '5511988880001').vcard)).toBe('5511988880001');
    expect(numberOfCard('BEGIN:VCARD\nTEL:+55 (11) 98888-0002\nEND:VCARD')).toBe('5511988880002');
    expect(numberOfCard('BEGIN:VCARD\nFN:Bia\nEND:VCARD')).toBeUndefined();
  });
});
