import { useMemo } from 'react';
import { sameWeekday } from '#domain/replay/alignment.ts';
import { dayOf } from '#domain/shared/calendar.ts';
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

const day = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string | null): text is string =>
  text !== null && day.test(text) && !Number.isNaN(Date.parse(text));

/** Period, instant and speed stand in the address, so that a link shows the same. Today unless it is chosen. */
export const usePlayerAddress = () => {
  const [search, changeSearch] = useSearch();
  const text = search.toString();
  const address = useMemo(() => readAddress(new URLSearchParams(text)), [text]);
  const change = (next: Partial<PlayerAddress>, how: { readonly replace: boolean }): void =>
    changeSearch(now => {
      const { speed, ...changed } = { ...readAddress(now), ...next };
      return { ...changed, speed: speed === 1 ? null : speed };
    }, how);
  return { address, change };
};

export const readAddress = (search: URLSearchParams): PlayerAddress => {
  const [from, to, beside, at] = ['from', 'to', 'beside', 'at'].map(name => search.get(name));
  const first = isDay(from ?? null) ? String(from) : dayOf(new Date(), companyZone());
  const last = isDay(to ?? null) && String(to) >= first ? String(to) : first;
  const speed = Number(search.get('speed'));
  return {
    ...{ from: first, to: last },
    beside: isDay(beside ?? null) ? sameWeekday(String(beside), first) : null,
    at: at && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null,
    speed: isSpeed(speed) ? speed : 1,
  };
};
