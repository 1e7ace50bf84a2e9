import { useMemo } from 'react';
import { sameWeekday } from '#domain/replay/alignment.ts';
import { dayOf } from '#domain/shared/calendar.ts';
import { isPossibleTime } from '#domain/shared/time.ts';
import { companyZone } from '../../../shared/company-zone.ts';
import { useSearch } from '../../../shared/use-search.ts';
import { isSpeed, type Speed } from './playback.ts';

export type PlayerAddress = {
  readonly from: string;
  readonly to: string;
  /** The first day of the period beside it: of the same weekday. */
  readonly beside: string | null;
  /** Where it stands, as ISO; the beginning when null. */
  readonly at: string | null;
  readonly speed: Speed;
};
/** With what the address says and cannot be, as it stands there: then nothing is played. */
export type ReadAddress = PlayerAddress & { readonly impossible: readonly string[] };

const day = /^\d{4}-\d\d-\d\d$/;
/** A day of the calendar, and none that is to come. */
const isDay = (text: string | null, today: string): text is string => {
  if (text === null || !day.test(text) || text > today || !isPossibleTime(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** Period, instant and speed stand in the address, so that a link shows the same. Today unless it is chosen. */
export const usePlayerAddress = () => {
  const [search, changeSearch] = useSearch();
  const text = search.toString();
  const address = useMemo(() => readAddress(new URLSearchParams(text)), [text]);
  const change = (next: Partial<PlayerAddress>, how: { readonly replace: boolean }): void =>
    changeSearch(now => {
      const { speed, impossible: _, ...changed } = { ...readAddress(now), ...next };
      return { ...changed, speed: speed === 1 ? null : speed };
    }, how);
  return { address, change };
};

export const readAddress = (search: URLSearchParams): ReadAddress => {
  const today = dayOf(new Date(), companyZone());
  const [from = null, to = null, beside = null, at = null, speed = null] = [
    ...['from', 'to', 'beside', 'at', 'speed'].map(name => search.get(name)),
  ];
  const first = isDay(from, today) ? from : today;
  const endsWell = isDay(to, today) && to >= first;
  const time = at === null ? Number.NaN : Date.parse(at);
  const chosen = Number(speed);
  const possible = {
    from: isDay(from, today),
    to: endsWell,
    beside: isDay(beside, today),
    at: !Number.isNaN(time),
    speed: isSpeed(chosen),
  };
  return {
    ...{ from: first, to: endsWell ? to : first },
    beside: isDay(beside, today) ? sameWeekday(beside, first) : null,
    at: possible.at ? new Date(time).toISOString() : null,
    speed: isSpeed(chosen) ? chosen : 1,
    impossible: Object.entries(possible).flatMap(([name, isPossible]) => {
      const said = search.get(name);
      return isPossible || !said ? [] : [`${name}=${said}`];
    }),
  };
};
