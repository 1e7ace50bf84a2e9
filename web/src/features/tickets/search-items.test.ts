import { describe, expect, it } from 'vitest';
import type { FoundMessage } from '#contracts/search.ts';
import type { TicketView } from '#contracts/views.ts';
import { searchItems, searchRows } from './search-items.ts';

const tickets = Array.from({ length: 8 }, (_, n) => ({ id: `t${n}` }) as TicketView);
const messages = [{ message: { id: 'm0' } }, { message: { id: 'm1' } }] as FoundMessage[];
const found = { tickets, count: 60, expanded: false, messages, failed: false };
const kinds = (of: Parameters<typeof searchItems>[0]): string =>
  searchItems(of)
    .map(item => item.kind)
    .join(' ');

describe('what a search shows', () => {
  it('begins with a few tickets and goes on with the messages', () => {
    expect(kinds(found)).toBe('heading ticket ticket ticket ticket ticket switch heading message message');
    expect(searchRows(searchItems(found)).map(row => row.index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('has all tickets before the messages when they are wanted', () => {
    expect(searchRows(searchItems({ ...found, expanded: true })).length).toBe(10);
  });

  it('has tickets alone when there are no words to look for', () => {
    expect(kinds({ ...found, messages: null })).toBe('ticket '.repeat(8).trim());
  });

  it('says what was not found, once it is known, and what failed', () => {
    const nothing = { ...found, tickets: [], count: 0 };
    expect(kinds({ ...nothing, messages: [] })).toBe('heading none heading none');
    expect(kinds({ ...nothing, messages: undefined })).toBe('heading none heading');
    expect(kinds({ ...nothing, messages: undefined, failed: true })).toBe('heading none heading failed');
  });
});
