import { alignmentOf } from '#domain/replay/alignment.ts';
import type { Counters } from '#domain/replay/board.ts';
import { companyZone } from '../../../shared/company-zone.ts';
import type { Side } from './played-side.ts';

/** The period beside, and what it had seen when its clock showed the same. */
export type Aligned = {
  readonly side: Side;
  readonly timeAt: (time: number) => number;
  readonly movesAt: (time: number) => number;
  readonly countersAt: (time: number) => Counters;
};

export const alignedTo = (one: Side, side: Side): Aligned => {
  const spanOf = ({ answer: { period, until } }: Side) => ({ from: period.from, until });
  const timeAt = alignmentOf(spanOf(one), spanOf(side), companyZone());
  const movesAt = (time: number) => side.player.movesUpTo(timeAt(time));
  return {
    ...{ side, timeAt, movesAt },
    countersAt: time => ({ ...side.scan.seek(movesAt(time)).counters }),
  };
};
