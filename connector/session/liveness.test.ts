import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultProbeEveryMs, watchLiveness } from './liveness.ts';

const minuteMs = 60_000;

describe('a line on which nobody answers', () => {
  let ws: EventEmitter;
  let stop: () => void;
  const onSilent = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    ws = new EventEmitter();
    onSilent.mockReset();
    stop = watchLiveness({ ws }, { probeEveryMs: defaultProbeEveryMs, onSilent });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('is told of within a minute, once', () => {
    vi.advanceTimersByTime(minuteMs / 2);
    ws.emit('message');
    vi.advanceTimersByTime(minuteMs);
    expect(onSilent).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5 * minuteMs);
    expect(onSilent).toHaveBeenCalledTimes(1);
  });

  it('is not taken for one on which every second probe is answered', () => {
    for (let count = 0; count < 20; count += 1) {
      vi.advanceTimersByTime(2 * defaultProbeEveryMs);
      ws.emit('message');
    }
    expect(onSilent).not.toHaveBeenCalled();
  });
});
