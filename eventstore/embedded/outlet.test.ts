import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutlet, type ReadCall } from './outlet.ts';

/** A call whose reader takes what was written when he is told to. */
const openCall = () => {
  let take = (): void => undefined;
  const call = new Writable({
    ...{ objectMode: true, highWaterMark: 2 },
    write: (_message, _encoding, taken) => {
      take = taken;
    },
  });
  const untilDrained = () => new Promise<void>(resolve => call.once('drain', resolve));
  return { call: call as unknown as ReadCall, take: () => take(), untilDrained };
};

const message = Buffer.of(1);
const running = () => new AbortController().signal;

/** What has happened once all that can is done. */
const settled = async (promise: Promise<void>): Promise<'ended' | 'waiting'> => {
  let state: 'ended' | 'waiting' = 'waiting';
  void promise.then(() => {
    state = 'ended';
  });
  for (let round = 0; round < 20; round += 1) await new Promise(resolve => setImmediate(resolve));
  return state;
};

describe('what is written to a reader', () => {
  it('waits for him while he is behind', async () => {
    const { call, take } = openCall();
    const outlet = createOutlet(call, running());
    outlet.write(message);
    outlet.write(message);
    const breath = outlet.breathe();
    expect(await settled(breath)).toBe('waiting');
    take();
    take();
    expect(await settled(breath)).toBe('ended');
  });

  it('does not wait for him when he has read all of it before', async () => {
    const { call, take, untilDrained } = openCall();
    const outlet = createOutlet(call, running());
    outlet.write(message);
    outlet.write(message);
    const drained = untilDrained();
    take();
    take();
    await drained;
    // A page of which his filter lets nothing through.
    expect(await settled(outlet.breathe())).toBe('ended');
  });

  it('waits no longer when the node stops', async () => {
    const { call } = openCall();
    const stopping = new AbortController();
    const outlet = createOutlet(call, stopping.signal);
    outlet.write(message);
    outlet.write(message);
    const breath = outlet.breathe();
    expect(await settled(breath)).toBe('waiting');
    stopping.abort();
    expect(await settled(breath)).toBe('ended');
  });
});
