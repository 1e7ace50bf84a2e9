import type { ConnectionLedger } from '#contracts/connections.ts';

export type Totals = {
  readonly received: number;
  readonly shown: number;
  readonly rejected: number;
  /** Messages of the phone's history, in none of the others. */
  readonly imported: number;
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
};

/** The days of a ledger added up. */
export const totalsOf = ({ days }: Pick<ConnectionLedger, 'days'>): Totals => {
  const counts = new Map<string, number>();
  for (const { rejected } of days)
    for (const [reason, count] of Object.entries(rejected))
      counts.set(reason, (counts.get(reason) ?? 0) + count);
  const reasons = [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count);
  return {
    received: days.reduce((sum, day) => sum + day.received, 0),
    shown: days.reduce((sum, day) => sum + day.shown, 0),
    imported: days.reduce((sum, day) => sum + day.imported, 0),
    rejected: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons,
  };
};
