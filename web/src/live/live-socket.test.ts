import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Frame, pingIntervalMs } from '#contracts/live.ts';
import type { LiveRefusal } from '../api/live-room.ts';
import { type LiveStatus, startLiveSocket } from './live-socket.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a page needs of a browser's socket. */
const fakeSocket = (url: string) => ({
  url,
  onopen: (): void => undefined,
  readyState: WebSocket.OPEN,
  onmessage: (_message: { data: string }): void => undefined,
  onclose: (): void => undefined,
  send: vi.fn(),
  close: vi.fn(),
});
type FakeSocket = ReturnType<typeof fakeSocket>;

const setUp = (token = () => Promise.resolve('token'), refusal?: LiveRefusal) => {
  const asked = vi.fn(() => Promise.resolve(refusal));
  const opened: FakeSocket[] = [];
  const statuses: LiveStatus[] = [];
  const live = startLiveSocket({
    url: 'ws://here/ws',
    token,
    refusal: asked,
    onFrame: () => undefined,
    onStatus: status => statuses.push(status),
    openSocket: url => {
      const socket = fakeSocket(url);
      opened.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  const newest = (): FakeSocket => {
    const socket = opened.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  };
  const say = (frame: Frame): void => newest().onmessage({ data: JSON.stringify(frame) });
  const tell = (event: string, position: number): void => say({ event, data: {}, position });
  return { live, opened, newest, say, tell, asked, statuses, status: () => statuses.at(-1) };
};

const backOff = (): Promise<unknown> => vi.advanceTimersByTimeAsync(16_000);

describe('the live socket of a page', () => {
  it('gives up a connection that was never greeted', async () => {
    const { opened, status } = setUp();
    await vi.advanceTimersByTimeAsync(pingIntervalMs * 2);
    expect(status()).toBe('waiting');
    await backOff();
    expect(opened).toHaveLength(2);
  });

  it('says that the server is full, leaves it alone for as long as it asked, and says so until it is live', async () => {
    const full = { limit: 'gateway', retryAfterMs: 20_000 } as const;
    const { live, opened, newest, tell, status, statuses } = setUp(undefined, full);
    await vi.advanceTimersByTimeAsync(0);
    newest().onclose();
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toBe('full');
    live.hurry();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_001);
    expect(opened).toHaveLength(2);
    expect(status()).toBe('full');
    newest().onopen();
    tell('hello', 7);
    expect(statuses).toEqual(['connecting', 'full', 'live']);
  });

  it('does not come back in the same moment as all the other pages that were told the same', async () => {
    const waits = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { newest, opened } = setUp(undefined, { limit: 'company', retryAfterMs: 20_000 });
        await vi.advanceTimersByTimeAsync(0);
        newest().onclose();
        return opened;
      }),
    );
    await vi.advanceTimersByTimeAsync(25_000);
    const back = waits.filter(({ length }) => length === 2).length;
    expect(back).toBeGreaterThan(0);
    expect(back).toBeLessThan(20);
  });

  it('tells a person who has too many pages open that it is those', async () => {
    const { newest, status } = setUp(undefined, { limit: 'person', retryAfterMs: 20_000 });
    await vi.advanceTimersByTimeAsync(0);
    newest().onclose();
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toBe('crowded');
  });

  it('asks nothing when a connection breaks that had opened', async () => {
    const { newest, asked, status } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    newest().onopen();
    newest().onclose();
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toBe('waiting');
    expect(asked).not.toHaveBeenCalled();
  });

  it('comes back within two seconds, or over as long as a gateway of thousands of pages asks for', async () => {
    const backAfter = async (data: unknown, ms: number) => {
      const { newest, opened, say } = setUp();
      await vi.advanceTimersByTimeAsync(0);
      newest().onopen();
      say({ event: 'ping', data, position: 0 });
      vi.spyOn(Math, 'random').mockReturnValueOnce(1);
      newest().onclose();
      await vi.advanceTimersByTimeAsync(ms);
      return opened.length === 2;
    };
    expect([await backAfter({}, 1_999), await backAfter({}, 2_000)]).toEqual([false, true]);
    const many = { spreadMs: 4_000 };
    expect([await backAfter(many, 3_999), await backAfter(many, 4_000)]).toEqual([false, true]);
  });

  it('gives up a connection that falls silent after its greeting', async () => {
    const { newest, tell, status } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    tell('hello', 7);
    expect(status()).toBe('live');
    await vi.advanceTimersByTimeAsync(pingIntervalMs * 2);
    expect(status()).toBe('waiting');
    expect(newest().close).toHaveBeenCalled();
  });

  it('keeps a connection that only pings', async () => {
    const { opened, tell, status } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    tell('hello', 7);
    for (let beat = 0; beat < 5; beat += 1) {
      await vi.advanceTimersByTimeAsync(pingIntervalMs);
      tell('ping', 0);
    }
    expect(status()).toBe('live');
    expect(opened).toHaveLength(1);
  });

  it('connects at once when a machine wakes that has slept over its connection', async () => {
    const { live, opened, tell } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    tell('hello', 7);
    live.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toHaveLength(1);
    vi.setSystemTime(Date.now() + 3_600_000);
    live.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toHaveLength(2);
  });

  it('has one connection, however slowly a token comes', async () => {
    const waiting: ((token: string) => void)[] = [];
    const { live, opened } = setUp(() => new Promise(resolve => waiting.push(resolve)));
    live.lose();
    live.hurry();
    for (const answer of waiting) answer('token');
    await backOff();
    expect(opened).toHaveLength(1);
  });

  it('asks again for what stands at a position until something later has come', async () => {
    const { live, newest, tell } = setUp();
    const reconnect = async (): Promise<string> => {
      live.lose();
      await backOff();
      return newest().url;
    };
    await vi.advanceTimersByTimeAsync(0);
    expect(newest().url).toBe('ws://here/ws');
    tell('hello', 7);
    expect(await reconnect()).toBe('ws://here/ws?since=7');
    tell('hello', 9);
    tell('company-1-ticket', 9);
    expect(await reconnect()).toBe('ws://here/ws?since=7');
    tell('hello', 9);
    tell('company-1-ticket', 9);
    tell('company-1-ticket', 11);
    tell('company-1-ticket', 11);
    expect(await reconnect()).toBe('ws://here/ws?since=9');
  });

  it('counts on nothing that stands outside of the log', async () => {
    const { live, newest, tell } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    tell('hello', 7);
    tell('company-1-presence', 0);
    tell('ping', 0);
    live.lose();
    await backOff();
    expect(newest().url).toBe('ws://here/ws?since=7');
  });
});
