import type { Positions } from '#projections/position.ts';
import { figureReaders } from './audience.ts';
import { framer } from './frames.ts';
import type { Rooms } from './rooms.ts';

/** Screens with figures ask anew no more often than this. */
const atMostEveryMs = 400;

/**
 * Says to those who look at figures that they have changed: at once, and after that at most every 400 ms. The frame has
 * position 0, since what it names is not the inbox's. Returns how to stop.
 */
export const startFigureFrames = (
  positions: Pick<Positions, 'onNotification'>,
  rooms: Pick<Rooms, 'send' | 'companyIds'>,
): (() => void) => {
  const resting = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();

  const send = (companyId: string) => {
    const frame = framer(companyId)('dashboard', { action: 'update' }, figureReaders);
    void rooms.send(companyId, [frame], 0);
    const timer = setTimeout(() => {
      const again = resting.get(companyId)?.again;
      resting.delete(companyId);
      if (again) send(companyId);
    }, atMostEveryMs);
    resting.set(companyId, { timer, again: false });
  };
  const changed = (companyId: string) => {
    const rest = resting.get(companyId);
    if (rest) rest.again = true;
    else send(companyId);
  };

  const stop = positions.onNotification('dashboard', ({ companyId, resync }) => {
    if (companyId !== null) changed(companyId);
    else if (resync) for (const each of rooms.companyIds()) changed(each);
  });
  return () => {
    stop();
    for (const { timer } of resting.values()) clearTimeout(timer);
  };
};
