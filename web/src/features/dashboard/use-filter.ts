import { useMemo } from 'react';
import { thisMonth } from '#domain/dashboard/period.ts';
import type { DashboardFilter } from '../../api/dashboard.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { useSearch } from '../../shared/use-search.ts';

const names = ['days', 'date_from', 'date_to', 'queueId', 'whatsappId', 'tagId', 'userId', 'time'] as const;
const day = /^\d{4}-\d\d-\d\d$/;

/** What the figures are of: it stands in the address, so that a link shows the same. This month unless it is chosen. */
export const useFilter = () => {
  const [search, changeSearch] = useSearch();
  const text = search.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  const change = (next: DashboardFilter): void =>
    changeSearch(Object.fromEntries(names.map(name => [name, next[name]])), { replace: false });
  return { filter, change };
};

export const readFilter = (search: URLSearchParams): DashboardFilter => {
  const of = (name: (typeof names)[number]) => search.get(name) || undefined;
  const narrowed: Omit<DashboardFilter, 'days'> = {
    ...(of('time') === 'business' ? { time: 'business' as const } : {}),
    ...Object.fromEntries(
      (['queueId', 'whatsappId', 'tagId', 'userId'] as const).flatMap(name => {
        const value = of(name);
        return value ? [[name, value]] : [];
      }),
    ),
  };
  const days = Number(of('days'));
  if (Number.isInteger(days) && days > 0) return { ...narrowed, days };
  const [from = '', to = ''] = [of('date_from'), of('date_to')];
  if (day.test(from) && day.test(to)) return { ...narrowed, date_from: from, date_to: to };
  const month = thisMonth(new Date(), companyZone());
  return { ...narrowed, date_from: month.from, date_to: month.to };
};
