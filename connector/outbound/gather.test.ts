import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Batch, Recorded } from '#eventstore/types.ts';
import { gather } from './gather.ts';

const restMs = 200;
const event = (position: number, type: Recorded['type']) => ({ position, type }) as Recorded;
const batch = (...events: Recorded[]): Batch => ({
  events,
  position: events.at(-1)?.position ?? 0,
  live: true,
});
const received = (position: number) => batch(event(position, 'MessageReceived'));
const queued = (position: number) => batch(event(position, 'MessageQueued'));

/** A log that is written while it is read. */
const createLog = () => {
  const written: Batch[] = [];
  let failure: Error | undefined;
  let ended = false;
  let wake: () => void = () => undefined;
  async function* read() {
    for (;;) {
      const next = written.shift();
      if (next) yield next;
      else if (failure) throw failure;
      else if (ended) return;
      else await new Promise<void>(resolve => (wake = resolve));
    }
  }
  return {
    read,
    write: (...batches: Batch[]) => {
      written.push(...batches);
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
    failWith: (error: Error) => {
      failure = error;
      wake();
    },
  };
};

describe('batches of the log that nobody waits for', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = (most = 100) => {
    const log = createLog();
    const given: number[][] = [];
    const isUrgent = ({ events }: Batch) => events.some(({ type }) => type === 'MessageQueued');
    const done = (async () => {
      for await (const { events, position } of gather(log.read(), { restMs, most, isUrgent })) {
        expect(position).toBe(events.at(-1)?.position);
        given.push(events.map(each => each.position));
      }
    })();
    return { ...log, given, done };
  };

  it('come together, after a rest', async () => {
    const { write, given } = open();
    write(received(1));
    await vi.advanceTimersByTimeAsync(restMs - 1);
    write(received(2));
    await vi.advanceTimersByTimeAsync(0);
    expect(given).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(given).toEqual([[1, 2]]);
  });

  it('go at once with what is urgent, in their order', async () => {
    const { write, given } = open();
    write(received(1), received(2), queued(3), received(4));
    await vi.advanceTimersByTimeAsync(0);
    expect(given).toEqual([[1, 2, 3]]);
    await vi.advanceTimersByTimeAsync(restMs);
    expect(given).toEqual([[1, 2, 3], [4]]);
  });

  it('go when there are enough of them', async () => {
    const { write, given } = open(2);
    write(received(1), received(2), received(3));
    await vi.advanceTimersByTimeAsync(0);
    expect(given).toEqual([[1, 2]]);
  });

  it('are given out before the log ends', async () => {
    const { write, end, given, done } = open();
    write(received(1));
    end();
    await vi.advanceTimersByTimeAsync(0);
    await done;
    expect(given).toEqual([[1]]);
  });

  it('are given out before a failure is told', async () => {
    const { write, failWith, given, done } = open();
    const told = expect(done).rejects.toThrow('gone');
    write(received(1));
    failWith(new Error('gone'));
    await vi.advanceTimersByTimeAsync(0);
    await told;
    expect(given).toEqual([[1]]);
  });

  it('do not keep who stops reading waiting for the next', async () => {
    const log = createLog();
    log.write(queued(1));
    for await (const _ of gather(log.read(), { restMs, most: 9, isUrgent: () => true })) break;
  });
});
