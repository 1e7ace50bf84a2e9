import { useCallback, useMemo } from 'react';
import { episodesQuery } from '#contracts/dashboard.ts';
import type { AskedEpisodes, DashboardFilter, FigurePart } from '../../api/dashboard.ts';
import { useOpening } from '../../shared/use-opening.ts';
import { type FigureName, isFigureName, metricOf } from './metric-name.ts';
import type { ShownFigure } from './open-figure.tsx';

/** Parameters of a list. `instant` and `day` are its own: the page has an instant and days too. */
const names = ['figure', 'by', 'key', 'closing', 'rating', 'weekday', 'hour', 'instant', 'day'] as const;
const partNames = ['by', 'key', 'closing', 'rating', 'weekday', 'hour'] as const;

/** What the address asks for: a figure, or what is none. */
export type OpenedFigure =
  | { readonly figure: FigureName; readonly part: FigurePart; readonly days: ShownFigure['days'] }
  | { readonly unknown: string };

/**
 * The figure whose list is open: it stands in the address, so that a link opens the same. Back closes the list, and
 * leads back to it from one of its tickets.
 */
export const useOpenedFigure = () => {
  const { search, open: openPlace, close } = useOpening(names);
  const text = search.toString();
  const opened = useMemo(() => figureIn(new URLSearchParams(text)), [text]);
  const open = useCallback(
    ({ figure, part: { at, ...part } = {}, days }: ShownFigure): void =>
      openPlace({ figure, ...part, instant: at, day: days?.date_from }),
    [openPlace],
  );
  return { opened, open, close };
};

const figureIn = (search: URLSearchParams): OpenedFigure | undefined => {
  const figure = search.get('figure');
  if (figure === null) return undefined;
  const asked = {
    ...Object.fromEntries(partNames.map(name => [name, search.get(name) ?? undefined])),
    at: search.get('instant') ?? undefined,
  };
  const day = search.get('day') ?? undefined;
  const days = day === undefined ? undefined : { date_from: day, date_to: day };
  const known = isFigureName(figure) ? figure : undefined;
  const query = episodesQuery.safeParse({ ...asked, ...days, metric: known && metricOf(known) });
  if (!known || !query.success) {
    const said = names.flatMap(name => (search.has(name) ? [`${name}=${search.get(name)}`] : []));
    return { unknown: said.join(', ') };
  }
  const { metric: _metric, date_from: _from, date_to: _to, ...part } = query.data;
  return { figure: known, part, days };
};

/** What is asked for, of the page's figures; with the figure's own days where it has some. */
export const within = (
  filter: DashboardFilter,
  { figure, part, days: own }: Exclude<OpenedFigure, { unknown: string }>,
): AskedEpisodes => {
  const { days: _days, date_from: _from, date_to: _to, ...narrowed } = filter;
  return { ...(own ? { ...narrowed, ...own } : filter), metric: metricOf(figure), ...part };
};
