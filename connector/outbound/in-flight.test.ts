import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInFlight, type InFlight } from './in-flight.ts';
import type { OutboxRow } from './outbox.ts';

const row = (waId: string) => ({ waId }) as OutboxRow;
let unanswered: string[];
let inFlight: InFlight;

beforeEach(() => {
  vi.useFakeTimers();
  unanswered = [];
  inFlight = createInFlight(10_000, ({ waId }) => unanswered.push(waId));
  for (const waId of ['first', 'second', 'third']) inFlight.add(row(waId), 'jid');
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits ten seconds for an answer', () => {
  vi.advanceTimersByTime(9_999);
  expect(unanswered).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(unanswered).toEqual(['first', 'second', 'third']);
  expect(inFlight.size()).toBe(0);
});

it('waits on while those before it are answered', () => {
  vi.advanceTimersByTime(9_000);
  expect(inFlight.answered('first')?.row.waId).toBe('first');
  vi.advanceTimersByTime(9_000);
  inFlight.answered('second');
  vi.advanceTimersByTime(9_999);
  expect(unanswered).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(unanswered).toEqual(['third']);
});

it('waits no longer for one whose followers are answered', () => {
  vi.advanceTimersByTime(9_000);
  inFlight.answered('third');
  vi.advanceTimersByTime(1_000);
  expect(unanswered).toEqual(['first', 'second']);
});

it('puts what is written once more behind the others', () => {
  vi.advanceTimersByTime(5_000);
  inFlight.add(row('first'), 'jid');
  vi.advanceTimersByTime(4_000);
  inFlight.answered('second');
  vi.advanceTimersByTime(9_999);
  expect(unanswered).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(unanswered).toEqual(['third', 'first']);
});
