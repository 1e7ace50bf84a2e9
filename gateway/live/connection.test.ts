import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../auth/callers.ts';
import { closedUnauthenticated, expireAt, openConnection, type Socket, type Stream } from './connection.ts';

const company = { id: 'c', name: 'Loja', dueDate: null, status: true, campaignsEnabled: false, settings: [] };
const caller: Caller = {
  sessionId: 's',
  user: {
    ...{ id: 'u', companyId: 'c', name: 'Ana', email: 'a@b.c', profile: 'user', superAdmin: false },
    ...{ queueIds: [], connectionIds: [], analyst: false, company },
  },
};

/** A socket that keeps what it is sent, with as much unread as a test says. */
const fakeSocket = (bufferedAmount = 0) => {
  const sent: string[] = [];
  const closedWith: number[] = [];
  let terminated = false;
  const socket: Socket = {
    ...{ readyState: 1, OPEN: 1, bufferedAmount },
    ping: () => {},
    close: code => closedWith.push(code),
    terminate: () => {
      terminated = true;
    },
  };
  const stream: Stream = { write: frame => sent.push(String(frame)), cork: () => {}, uncork: () => {} };
  return { sockets: { socket, stream }, sent, closedWith, terminated: () => terminated };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a live connection', () => {
  it('greets first, and then notifies what came meanwhile', () => {
    const { sockets, sent } = fakeSocket();
    const connection = openConnection(sockets, caller, () => {});
    connection.send(Buffer.from('early'));
    expect(sent).toEqual([]);
    connection.greet([Buffer.from('hello')]);
    connection.send(Buffer.from('later'));
    expect(sent).toEqual(['hello', 'early', 'later']);
  });
  it('that does not read is closed instead of filling the memory', () => {
    const { sockets, sent, terminated } = fakeSocket(2 * 1024 * 1024);
    let slow = 0;
    const connection = openConnection(sockets, caller, () => {
      slow += 1;
    });
    connection.greet([Buffer.from('hello')]);
    expect([sent.length, slow, terminated()]).toEqual([0, 1, true]);
  });
  it('ends when its access token does, unless that is renewed', () => {
    vi.useFakeTimers();
    const { sockets, closedWith } = fakeSocket();
    const connection = openConnection(sockets, caller, () => {});
    const now = Math.floor(Date.now() / 1000);
    expireAt(connection, now + 60);
    vi.setSystemTime((now + 50) * 1000);
    expireAt(connection, now + 110);
    vi.advanceTimersByTime(59_999);
    expect(closedWith).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(closedWith).toEqual([closedUnauthenticated]);
  });
});
