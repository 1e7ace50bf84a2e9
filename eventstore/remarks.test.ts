import { describe, expect, it } from 'vitest';
import { createRemarks } from './remarks.ts';

describe('the remarks of a subscription', () => {
  it('wait until the events before them are read', () => {
    const remarks = createRemarks();
    remarks.say(2, { position: 256 });
    expect(remarks.due(1)).toBeUndefined();
    expect(remarks.due(2)).toMatchObject({ position: 256 });
    remarks.drop();
    expect(remarks.due(9)).toBeUndefined();
  });

  it('do not pile up while no event comes', () => {
    const remarks = createRemarks();
    remarks.say(0, { live: true });
    for (let position = 1; position <= 200_000; position += 1) remarks.say(0, { position });
    expect(remarks.count()).toBe(1);
    expect(remarks.due(0)).toMatchObject({ position: 200_000, live: true });
  });

  it('keep the later of two checkpoints, and whether it is live', () => {
    const remarks = createRemarks();
    remarks.say(0, { position: 128 });
    remarks.say(0, { border: 256 });
    remarks.say(0, { live: true });
    expect(remarks.due(0)).toEqual({ after: 0, position: 128, border: 256, live: true });
    remarks.say(0, { position: 384 });
    expect(remarks.due(0)).toEqual({ after: 0, position: 384, live: true });
  });

  it('keep their place among the events', () => {
    const remarks = createRemarks();
    remarks.say(1, { position: 128 });
    remarks.say(3, { position: 384 });
    remarks.say(3, { live: true });
    expect(remarks.due(2)).toMatchObject({ position: 128 });
    remarks.drop();
    expect(remarks.due(2)).toBeUndefined();
    expect(remarks.due(3)).toMatchObject({ position: 384, live: true });
  });
});
