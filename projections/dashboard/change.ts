import type { Recorded } from '#eventstore/types.ts';
import type { Touched } from '../kit/projection.ts';
import { isoInstant } from '../kit/table.ts';
import { type Attendance, isActive } from './attendance-fold.ts';
import { attendanceTable } from './tables.ts';

/** Facts follow the attendance: what it names anew has begun, what it names no more has ended. */

export type Change = { readonly before: Attendance | undefined; readonly after: Attendance | undefined };
export type OfTicket = { readonly data: { readonly ticketId: string } };

export const changeOf = (event: OfTicket, touched: Touched): Change => ({
  before: touched.before(attendanceTable, event.data.ticketId),
  after: touched.get(attendanceTable, event.data.ticketId),
});

/** Whether an event took back the last closing: the episode goes on as if it had never been closed. */
export const isUndoing = ({ before, after }: Change): boolean =>
  before?.status === 'closed' &&
  before.episodeId !== null &&
  before.episodeId === after?.episodeId &&
  isActive(after);

export const atOf = ({ metadata }: Recorded): string => isoInstant(metadata.at);
export const between = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from));

export const placeOf = ({ id: ticketId, contactId, connectionId, queueId }: Attendance) => ({
  ...{ ticketId, contactId, connectionId, queueId },
});
