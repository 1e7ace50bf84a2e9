import { companyEvent } from '#contracts/live.ts';
import { may } from '#domain/access/may.ts';
import type { Positions } from '#projections/position.ts';
import type { Audience } from './audience.ts';
import type { createRooms } from './rooms.ts';

const readers: Audience = ({ viewer }) => may(viewer, 'audit.read');

/** Everything that happens is an entry: a screen is told at most so often that there are new ones. */
const restMs = 1_000;

type Rooms = Pick<ReturnType<typeof createRooms>, 'of' | 'send'>;

/** Tells screens of the audit trail that more has happened. Which entries, they ask. Returns how to stop. */
export const tellAuditNews = (positions: Positions, rooms: Rooms): (() => void) => {
  const resting = new Map<string, NodeJS.Timeout>();
  const again = new Set<string>();

  const tell = (companyId: string): void => {
    if (resting.has(companyId)) {
      again.add(companyId);
      return;
    }
    if (rooms.of(companyId).size === 0) return;
    const event = companyEvent(companyId, 'audit');
    void rooms.send(companyId, [{ event, data: { action: 'create' }, audience: readers }], 0);
    const rested = setTimeout(() => {
      resting.delete(companyId);
      if (again.delete(companyId)) tell(companyId);
    }, restMs);
    resting.set(companyId, rested.unref());
  };
  const stop = positions.onNotification('audit', ({ companyId, changes }) => {
    if (companyId !== null && changes.length > 0) tell(companyId);
  });
  return () => {
    stop();
    for (const timer of resting.values()) clearTimeout(timer);
  };
};
