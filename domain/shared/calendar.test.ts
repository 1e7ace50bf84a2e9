import { describe, expect, it } from 'vitest';
import { dayOf } from './calendar.ts';

describe('a day', () => {
  it('is the day where the companies are, on whichever machine it is asked for', () => {
    expect(dayOf(new Date('2026-11-23T02:59:59.999Z'))).toBe('2026-11-22');
    expect(dayOf(new Date('2026-11-23T03:00:00.000Z'))).toBe('2026-11-23');
    expect(dayOf(new Date('2026-01-01T00:30:00.000Z'))).toBe('2025-12-31');
  });
});
