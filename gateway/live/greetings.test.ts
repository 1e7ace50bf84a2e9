import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notification } from '#projections/position.ts';
import { everybody } from './audience.ts';
import type { LiveConnection } from './connection.ts';
import { createGreetings } from './greetings.ts';
import { type Missed, readMissed } from './missed.ts';

vi.mock('./missed.ts', () => ({ readMissed: vi.fn() }));

const reading = vi.mocked(readMissed);
beforeEach(() => {
  reading.mockReset();
});

const socket = (companyId: string, profile = 'user') =>
  ({ companyId, viewer: { userId: 'u', profile, queueIds: [] } }) as unknown as LiveConnection;
const missed = (from: number, ...positions: readonly number[]): Missed => ({
  from,
  pieces: positions.map(position => ({
    position,
    audience: everybody,
    frame: () => Buffer.from(`changed at ${position}`),
  })),
});

const setUp = (anewUpTo = 0) => {
  let known = 10;
  let notified: (notified: Notification) => void = () => {};
  const greetings = createGreetings({
    positions: {
      known: () => known,
      anewUpTo: () => anewUpTo,
      onNotification: (_name: string, listener: (notified: Notification) => void) => {
        notified = listener;
        return () => {};
      },
      onListening: () => () => {},
    },
  } as unknown as Parameters<typeof createGreetings>[0]);
  const change = (companyId: string) => {
    known += 1;
    notified({ position: known, companyId, changes: [{ table: 'ticket', id: 't', op: 'upsert' }] });
  };
  const greeted = async (companyId: string, since: number) =>
    (await greetings.greet(socket(companyId), since)).slice(1).map(String);
  return { greetings, greeted, change };
};

describe('sockets that come back', () => {
  it('read everything anew when rows of before have come up since, also where nothing else has happened', async () => {
    const { greeted } = setUp(10);
    const frames = await Promise.all([9, 10].map(since => greeted('loja', since)));
    expect(frames.flat().filter(frame => frame.includes('resync'))).toHaveLength(2);
    expect(reading).not.toHaveBeenCalled();
  });

  it('share one read of their company, and each is notified what it missed itself', async () => {
    const { greeted } = setUp();
    reading.mockResolvedValue(missed(3, 4, 6, 9));
    const all = await Promise.all([3, 5, 8, 9].map(since => greeted('loja', since)));
    expect(all).toEqual([
      ['changed at 4', 'changed at 6', 'changed at 9'],
      ['changed at 6', 'changed at 9'],
      ['changed at 9'],
      [],
    ]);
    expect(await greeted('loja', 8)).toEqual(['changed at 9']);
    expect(reading).toHaveBeenCalledTimes(1);
  });

  it('read from the oldest position that any of them knows while the read waits', async () => {
    const { greeted } = setUp();
    const busy = Promise.withResolvers<Missed>();
    reading.mockReturnValueOnce(busy.promise).mockReturnValueOnce(busy.promise).mockReturnValue(busy.promise);
    const others = ['a', 'b', 'c'].map(company => greeted(company, 5));
    const late = [7, 4, 6].map(since => greeted('loja', since));
    busy.resolve(missed(4, 5));
    await Promise.all([...others, ...late]);
    const sinces = reading.mock.calls.map(([, company, since]) => [company, since]);
    expect(sinces).toEqual([
      ['a', 5],
      ['b', 5],
      ['c', 5],
      ['loja', 4],
    ]);
  });

  it('share reads however many companies come back at once', async () => {
    const { greeted } = setUp();
    reading.mockResolvedValue(missed(3, 4));
    const companies = Array.from({ length: 500 }, (_, n) => `loja ${n}`);
    for (let round = 0; round < 3; round += 1)
      await Promise.all(companies.map(company => greeted(company, 3)));
    expect(reading).toHaveBeenCalledTimes(500);
  });

  it('read anew once something has changed in their company, and not when it has in another', async () => {
    const { greeted, change } = setUp();
    reading.mockResolvedValue(missed(3, 4));
    await greeted('loja', 3);
    change('other');
    await greeted('loja', 3);
    expect(reading).toHaveBeenCalledTimes(1);
    change('loja');
    await greeted('loja', 3);
    expect(reading).toHaveBeenCalledTimes(2);
  });

  it('do not join a read that began before a change they were not there to hear of', async () => {
    const { greeted, change } = setUp();
    const slow = Promise.withResolvers<Missed>();
    reading.mockReturnValueOnce(slow.promise).mockResolvedValue(missed(3, 4, 11));
    const first = greeted('loja', 3);
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    change('loja');
    expect(await greeted('loja', 3)).toEqual(['changed at 4', 'changed at 11']);
    slow.resolve(missed(3, 4));
    expect(await first).toEqual(['changed at 4']);
  });

  it('load anew where more has changed than is notified, and only those', async () => {
    const { greeted } = setUp();
    reading.mockResolvedValue(missed(5, 6, 9));
    const [old, newer] = await Promise.all([greeted('loja', 2), greeted('loja', 6)]);
    expect(old?.map(text => text.includes(`"event":"resync"`))).toEqual([true]);
    expect(newer).toEqual(['changed at 9']);
  });

  it('try again after a read that failed', async () => {
    const { greeted } = setUp();
    reading.mockRejectedValueOnce(new Error('away')).mockResolvedValue(missed(3, 4));
    await expect(greeted('loja', 3)).rejects.toThrow('away');
    expect(await greeted('loja', 3)).toEqual(['changed at 4']);
  });
});
