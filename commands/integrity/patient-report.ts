import type { FollowerReport } from '#eventstore/follow/report.ts';

/**
 * Nobody waits for the trees: while they take in what the log has from before, for minutes after an upgrade, the
 * follower is not late, and readiness stays green. It is when what comes now waits.
 */
export const patientReport = (report: FollowerReport): FollowerReport => ({
  ...report,
  received: batch => {
    if (batch.live) report.received(batch);
  },
  handled: batch => report.handled({ ...batch, live: true }),
});
