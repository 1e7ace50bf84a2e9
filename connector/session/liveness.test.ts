import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultProbeEveryMs, watchLiveness } from './liveness.ts';

const minuteMs = 60_000;

describe('a line on which nobody answers', () => {
  let ws: EventEmitter;
  let stop: () => void;
  let paused = false;
  const onSilent = vi.fn();
  const greet = () => ws.emit('frame', { tag: 'success', attrs: {} });
  const sendNode = vi.fn(async () => undefined);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    ws = Object.assign(new EventEmitter(), { isOpen: true });
    paused = false;
    onSilent.mockReset();
    sendNode.mockClear();
    const socket = { ws: ws as never, sendNode, generateMessageTag: () => 'tag' };
    const options = { probeEveryMs: defaultProbeEveryMs, isPaused: () => paused, onSilent };
    stop = watchLiveness(socket, options);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('is told of within a minute, once', () => {
    greet();
    vi.advanceTimersByTime(minuteMs / 2);
    ws.emit('message');
    vi.advanceTimersByTime(minuteMs / 2);
    expect(onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(minuteMs / 2);
    expect(onSilent).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5 * minuteMs);
    expect(onSilent).toHaveBeenCalledTimes(1);
  });

  it('is told of sooner while it is being opened', () => {
    vi.advanceTimersByTime(25_000);
    expect(onSilent).toHaveBeenCalledTimes(1);
  });

  it('is not taken for one on which every second probe is answered', () => {
    greet();
    for (let count = 0; count < 20; count += 1) {
      vi.advanceTimersByTime(2 * defaultProbeEveryMs);
      ws.emit('message');
    }
    expect(onSilent).not.toHaveBeenCalled();
  });

  it('is not taken for one that is not read, however long, but for one that stays silent afterwards', () => {
    greet();
    paused = true;
    vi.advanceTimersByTime(10 * minuteMs);
    paused = false;
    vi.advanceTimersByTime(minuteMs / 2);
    expect(onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(minuteMs / 2);
    expect(onSilent).toHaveBeenCalledTimes(1);
  });

  it('is asked for a sign of life, once it has spoken our protocol, and while it is not read too', () => {
    ws.emit('frame', new Uint8Array());
    vi.advanceTimersByTime(defaultProbeEveryMs - 1_000);
    ws.emit('message');
    expect(sendNode).not.toHaveBeenCalled();
    greet();
    paused = true;
    vi.advanceTimersByTime(3 * defaultProbeEveryMs);
    expect(sendNode).toHaveBeenCalledTimes(3);
    expect(sendNode).toHaveBeenCalledWith(
      expect.objectContaining({ tag: 'iq', attrs: expect.objectContaining({ xmlns: 'w:p', type: 'get' }) }),
    );
  });
});
