import { clockAt, dayOf } from '#domain/shared/calendar.ts';

const twoDigits = (figure: number): string => String(figure).padStart(2, '0');

/** A moment as files say it: DD/MM/YYYY hh:mm:ss by the clocks of a zone. */
export const localTime = (at: string, zone: string): string => {
  const { minutes } = clockAt(new Date(at), zone);
  const [year, month, day] = dayOf(new Date(at), zone).split('-');
  const clock = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${at.slice(17, 19)}`;
  return `${day}/${month}/${year} ${clock}`;
};
