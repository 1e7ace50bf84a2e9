import { useCallback } from 'react';
import { clockAt, momentOf } from '#domain/shared/calendar.ts';
import { companyZone } from '../../../shared/company-zone.ts';
import { useSearch } from '../../../shared/use-search.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** An instant as the company's clocks showed it: YYYY-MM-DDTHH:MM. */
export const localOf = (at: string): string => {
  const { day, minutes } = clockAt(new Date(at), companyZone());
  return `${day}T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};

/** The instant at which the company's clocks showed this, in UTC. */
export const instantOf = (localAt: string): string => {
  const [hours = 0, minutes = 0] = localAt.slice(11).split(':').map(Number);
  return momentOf(localAt.slice(0, 10), hours * 60 + minutes, companyZone()).toISOString();
};

export const hourMs = 3_600_000;

/** The same minute so many days earlier by the calendar: where the clocks change a day is no 24 hours. */
export const aDayEarlier = (at: string, days: number): string => {
  const day = new Date(Date.parse(`${localOf(at).slice(0, 10)}T00:00:00Z`) - days * 24 * hourMs);
  return instantOf(`${day.toISOString().slice(0, 10)}T${localOf(at).slice(11)}`);
};

/** A place of the past with what the address says besides: the list, what it is compared with. */
export const pastAddress = (path: string, search: URLSearchParams, at: string): string => {
  const to = new URLSearchParams(search);
  to.set('at', at);
  return `${path}?${to}`;
};

/** The instant that is looked at: it lives in the address, so that it can be shared and gone back to. */
export const useInstant = () => {
  const [search, change] = useSearch();
  const wanted = search.get('at');
  const at =
    wanted !== null && !Number.isNaN(Date.parse(wanted)) ? new Date(wanted).toISOString() : undefined;
  const show = useCallback((next: string) => change({ at: next }, { replace: false }), [change]);
  return { at, isNonsense: wanted !== null && at === undefined, show };
};
