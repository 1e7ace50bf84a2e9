import { expect, it } from 'vitest';
import { openReport } from '#eventstore/follow/report.ts';
import { patientReport } from './patient-report.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const old = { position: 128, metadata: { at: '2025-01-01T00:00:00.000Z' } };

it('is not late while it takes in what is old, and is when what comes now waits', () => {
  const kept = openReport('policy integrity', { now: () => now });
  const report = patientReport(kept);
  report.following(0);
  const history = { events: [old], position: 128, live: false };
  report.received(history);
  expect(kept.state()?.waitingSince).toBeUndefined();
  report.handled(history);
  expect(kept.state()).toMatchObject({ position: 128, waitingSince: undefined, succeededAt: now });
  report.received({ ...history, live: true });
  expect(kept.state()?.waitingSince).toBe(now);
});
