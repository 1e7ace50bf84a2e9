import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from './log-types.ts';
import { createRing } from './ring.ts';

const event = (place: number, bytes = 0): LoggedEvent => ({
  place,
  stream: 'a',
  revision: place,
  id: String(place),
  type: 'Something',
  isJson: false,
  data: new Uint8Array(bytes),
  metadata: new Uint8Array(),
  created: 0,
});
const places = (events: readonly LoggedEvent[] | undefined) => events?.map(({ place }) => place);

describe('the newest events in memory', () => {
  it('are found by their place, as many as are asked', () => {
    const ring = createRing({ events: 10, bytes: 1_000_000 });
    for (let place = 1; place <= 100; place += 1) ring.push(event(place));
    expect(places(ring.from(91, 3))).toEqual([91, 92, 93]);
    expect(places(ring.from(99, 10))).toEqual([99, 100]);
    expect(places(ring.from(101, 10))).toEqual([]);
    expect(ring.from(90, 1)).toBeUndefined();
  });

  it('never hold more than twice their bytes, however large events are', () => {
    const bytes = 100_000;
    const ring = createRing({ events: 1000, bytes });
    for (let place = 1; place <= 200; place += 1) {
      ring.push(event(place, 30_000));
      expect(ring.retained()).toBeLessThanOrEqual(2 * bytes);
    }
    expect(places(ring.from(200, 1))).toEqual([200]);
  });

  it('leaves an event that is too large to the file', () => {
    const ring = createRing({ events: 10, bytes: 1000 });
    ring.push(event(1, 5000));
    expect(ring.from(1, 1)).toBeUndefined();
    ring.push(event(2));
    expect(places(ring.from(2, 1))).toEqual([2]);
  });
});
