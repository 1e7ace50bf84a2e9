import { afterEach, describe, expect, it, vi } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { Batch, Recorded } from '#eventstore/types.ts';
import { createLogHeard } from './log-heard.ts';
import { createStates } from './states.ts';
import { allEvents, byConnection, createWorld, inbound } from './testing/world.ts';

afterEach(() => void vi.useRealTimers());

const batch = (position: number, { events = [], live = true }: Partial<Batch> = {}): Batch => ({
  events,
  position,
  live,
});

/** A ticket with some events, and a process that has read it as it was after the first. */
const scene = async () => {
  const store = openMemoryStore();
  const { commands } = createWorld(store);
  await commands.message.receive(byConnection(), inbound());
  const ticketEvents = async () => (await allEvents(store)).filter(({ category }) => category === 'ticket');
  const [opened] = await ticketEvents();
  if (!opened) throw new Error('no ticket');
  const { ticket, contact } = createStates(store);
  const heard = createLogHeard({ ticket, contact });
  await ticket.fresh(opened.stream);
  return { ticket, heard, opened };
};
const later = (event: Recorded, revision: number): Recorded => ({ ...event, revision });

describe('how far the log has been heard', () => {
  it('is waited for', async () => {
    const { heard } = await scene();
    heard.hear(batch(5));
    const reached = vi.fn();
    const waiting = heard.upTo(7).then(reached);
    heard.hear(batch(6));
    await Promise.resolve();
    expect(reached).not.toHaveBeenCalled();
    heard.hear(batch(8));
    await waiting;
    expect(reached).toHaveBeenCalledWith(true);
    expect(await heard.upTo(8)).toBe(true);
  });

  it('is not waited for where nobody tells of what happens, or only of what was long ago', async () => {
    const { heard } = await scene();
    expect(await heard.upTo(1)).toBe(false);
    heard.hear(batch(5, { live: false }));
    expect([await heard.upTo(5), await heard.upTo(6)]).toEqual([true, false]);
  });

  it('is not waited for longer than a moment', async () => {
    const { heard } = await scene();
    heard.hear(batch(5));
    vi.useFakeTimers();
    const waiting = heard.upTo(6);
    vi.runAllTimers();
    expect(await waiting).toBe(false);
  });
});

describe('what is heard of a ticket', () => {
  it('goes on with what is known of it', async () => {
    const { ticket, heard, opened } = await scene();
    heard.hear(batch(20, { events: [later(opened, 1)] }));
    expect(ticket.cached(opened.stream)?.revision).toBe(1);
    heard.hear(batch(20, { events: [opened, later(opened, 1)] }));
    expect(ticket.cached(opened.stream)?.revision).toBe(1);
  });

  it('lets it be read anew where something between was not heard', async () => {
    const { ticket, heard, opened } = await scene();
    heard.hear(batch(20, { events: [later(opened, 2)] }));
    expect(ticket.cached(opened.stream)).toBeUndefined();
  });

  it('is newer than what a reading found that began before it', async () => {
    const { heard, opened } = await scene();
    expect(heard.isNewest(opened.stream, 0)).toBe(true);
    heard.hear(batch(20, { events: [later(opened, 2)] }));
    expect([heard.isNewest(opened.stream, 1), heard.isNewest(opened.stream, 2)]).toEqual([false, true]);
  });
});
