import { describe, expect, it } from 'vitest';
import { contactMs, createPresenceBoard, elsewhereMs, typingMs } from './presence-board.ts';

const key = 'company/ticket';
const setUp = () => createPresenceBoard<string>();
const at = (now: number, viewers: Record<string, boolean>) => ({
  now,
  viewers: new Map(Object.entries(viewers)),
});

describe('who has a ticket open here', () => {
  it('is who joined and has not left', () => {
    const board = setUp();
    board.join(key, 'tab 1');
    board.join(key, 'tab 2');
    board.leave(key, 'tab 1');
    expect([...board.seats(key).keys()]).toEqual(['tab 2']);
    expect(board.leaveAll('tab 2')).toEqual([key]);
    expect(board.isOpen(key)).toBe(false);
  });
  it('does not write without having it open', () => {
    const board = setUp();
    expect(board.type(key, 'tab', 10)).toBe(false);
    expect(board.isOpen(key)).toBe(false);
  });
  it('writes no longer when that was not said again in time', () => {
    const board = setUp();
    board.join(key, 'tab');
    board.type(key, 'tab', 100);
    expect(board.expire(0, 99)).toEqual([]);
    expect(board.expire(99, 100)).toEqual([key]);
    expect(board.expire(100, 200)).toEqual([]);
  });
});

describe('who has it open at another gateway', () => {
  it('is what that gateway last said', () => {
    const board = setUp();
    board.hear(key, 'g1', at(0, { ana: false, bruno: true }));
    board.hear(key, 'g2', at(0, { ana: true }));
    expect(board.others(key, 1)).toEqual(
      new Map([
        ['ana', true],
        ['bruno', true],
      ]),
    );
    board.hear(key, 'g1', at(1, {}));
    expect(board.others(key, 2)).toEqual(new Map([['ana', true]]));
  });
  it('stops writing by itself when the gateway falls silent, and is forgotten after a while', () => {
    const board = setUp();
    board.hear(key, 'g1', at(0, { ana: true }));
    expect(board.expire(0, typingMs)).toEqual([key]);
    expect(board.others(key, typingMs)).toEqual(new Map([['ana', false]]));
    expect(board.expire(typingMs, elsewhereMs)).toEqual([key]);
    expect(board.others(key, elsewhereMs).size).toBe(0);
  });
  it('is nobody once that gateway has ended', () => {
    const board = setUp();
    board.hear(key, 'g1', at(0, { ana: false }));
    expect(board.forget('g1')).toEqual([key]);
    expect(board.others(key, 1).size).toBe(0);
  });
});

describe('what a contact does', () => {
  it('is kept only while somebody has the ticket open', () => {
    const board = setUp();
    expect(board.contactDoes(key, 'composing', 0)).toBe(false);
    board.join(key, 'tab');
    expect(board.contactDoes(key, 'composing', 0)).toBe(true);
    board.leave(key, 'tab');
    board.join(key, 'tab');
    expect(board.contact(key)).toBe(null);
  });
  it('ends when it is said, and by itself', () => {
    const board = setUp();
    board.join(key, 'tab');
    board.contactDoes(key, 'recording', 0);
    board.contactDoes(key, null, 1);
    expect(board.contact(key)).toBe(null);
    board.contactDoes(key, 'composing', 2);
    expect(board.expire(2, 2 + contactMs)).toEqual([key]);
    expect(board.contact(key)).toBe(null);
  });
});
