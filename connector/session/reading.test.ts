import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { shareReading } from './reading.ts';

const most = 1_000;

/** A socket of which so many messages wait; `read` tells whether its line is read. */
const socketOf = (reading: ReturnType<typeof shareReading>) => {
  let waiting = 0;
  let read = true;
  const line: object = Object.create(WebSocket.prototype, {
    pause: { value: () => (read = false) },
    resume: { value: () => (read = true) },
  });
  const ws = Object.assign(new EventEmitter(), { socket: line });
  const { changed, isPaused, release } = reading.open({ ws: ws as never }, () => waiting);
  return {
    ...{ ws, isPaused, release },
    isRead: () => read,
    wait: (count: number) => {
      waiting = count;
      changed();
    },
  };
};

describe('reading sockets', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('pauses where a thousand messages wait, and goes on when half of them are done', () => {
    const socket = socketOf(shareReading(most));
    socket.wait(999);
    expect(socket.isRead()).toBe(true);
    socket.wait(1_000);
    expect([socket.isRead(), socket.isPaused()]).toEqual([false, true]);
    socket.wait(501);
    expect(socket.isRead()).toBe(false);
    socket.wait(500);
    expect([socket.isRead(), socket.isPaused()]).toEqual([true, false]);
  });

  it('lets all sockets together have a thousand, in equal parts for those that wait', () => {
    const reading = shareReading(most);
    const [busy, other, idle] = [socketOf(reading), socketOf(reading), socketOf(reading)];
    busy.wait(900);
    expect(busy.isRead()).toBe(true);
    other.wait(500);
    expect(other.isRead()).toBe(false);
    busy.wait(901);
    expect(busy.isRead()).toBe(false);
    expect(idle.isRead()).toBe(true);
    busy.wait(0);
    vi.advanceTimersToNextTimer();
    expect(other.isRead()).toBe(true);
  });

  it('goes on as far as ten times that while somebody waits for an answer of the server', () => {
    const socket = socketOf(shareReading(most));
    socket.wait(1_000);
    expect(socket.isRead()).toBe(false);
    socket.ws.on('TAG:7', () => undefined);
    vi.advanceTimersToNextTimer();
    expect(socket.isRead()).toBe(true);
    socket.wait(9_999);
    expect(socket.isRead()).toBe(true);
    socket.wait(10_000);
    expect(socket.isRead()).toBe(false);
    socket.wait(9_000);
    expect(socket.isRead()).toBe(true);
    socket.ws.removeAllListeners('TAG:7');
    socket.wait(9_001);
    expect(socket.isRead()).toBe(false);
  });

  it('reads a socket to its end that is being closed', () => {
    const socket = socketOf(shareReading(most));
    socket.wait(1_000);
    socket.release();
    expect([socket.isRead(), socket.isPaused()]).toEqual([true, false]);
    socket.wait(2_000);
    expect(socket.isRead()).toBe(true);
  });
});
