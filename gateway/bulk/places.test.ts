import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallRefused } from '../errors/refusal.ts';
import { createPlaces, type Release } from './places.ts';

const open = () =>
  createPlaces({
    ...{ atOnce: 4, each: 2, maxWaiting: 6, patienceMs: 30_000, refusal: 'ERR_TOO_MANY_REQUESTS' },
  });
const never = new AbortController().signal;
let places: ReturnType<typeof open>;
/** In the order in which they began. */
let begun: string[];
let releases: Map<string, Release>;
beforeEach(() => {
  vi.useFakeTimers();
  places = open();
  begun = [];
  releases = new Map();
});
afterEach(() => vi.useRealTimers());

/** A call of a person of a company, named by both: `a1` and `a2` are two people of `a`. */
const ask = (person: string, gone = never) =>
  places.take({ owner: person, company: person.slice(0, 1) }, gone).then(
    release => {
      begun.push(person);
      releases.set(`${person} ${begun.filter(each => each === person).length}`, release);
      return undefined;
    },
    (refused: CallRefused) => refused,
  );
const turn = () => vi.advanceTimersByTimeAsync(0);

describe('places', () => {
  it('are two of each person, and four of all', async () => {
    for (const person of ['a1', 'a1', 'a1', 'a2', 'a2', 'a2', 'b1']) void ask(person);
    await turn();
    expect(begun).toEqual(['a1', 'a1', 'a2', 'a2']);
    expect(places.state()).toEqual({ held: 4, waiting: 3 });
  });

  it('go to the companies in turns, and to who may have one more', async () => {
    for (const person of ['a1', 'a1', 'a2', 'a2', 'a1', 'a3', 'a3', 'b1']) void ask(person);
    await turn();
    begun = [];
    releases.get('a2 1')?.();
    await turn();
    releases.get('a2 2')?.();
    await turn();
    const release = releases.get('a1 1');
    release?.();
    await turn();
    expect(begun).toEqual(['a3', 'b1', 'a1']);
    release?.();
    expect(places.state()).toEqual({ held: 4, waiting: 1 });
  });

  it('are waited for only so long, and by so many', async () => {
    const asked = ['a1', 'a1', 'a2', 'a2', ...Array(7).fill('b1')].map(person => ask(person));
    const refused = await asked.at(-1);
    expect([refused?.code, refused?.retryAfterSeconds]).toEqual(['ERR_TOO_MANY_REQUESTS', 15]);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(places.state()).toEqual({ held: 4, waiting: 6 });
    await vi.advanceTimersByTimeAsync(1);
    const codes = (await Promise.all(asked)).map(each => each?.code);
    expect(codes.slice(4)).toEqual(Array(7).fill('ERR_TOO_MANY_REQUESTS'));
    expect(places.state()).toEqual({ held: 4, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are for nobody who has gone', async () => {
    for (const person of ['a1', 'a1', 'a2', 'a2']) void ask(person);
    const leaving = new AbortController();
    const left = ask('b1', leaving.signal);
    leaving.abort();
    expect((await left)?.code).toBe('ERR_TOO_MANY_REQUESTS');
    expect((await ask('b1', leaving.signal))?.code).toBe('ERR_TOO_MANY_REQUESTS');
    expect(places.state()).toEqual({ held: 4, waiting: 0 });
    for (const release of releases.values()) release();
    expect(places.state()).toEqual({ held: 0, waiting: 0 });
  });
});
