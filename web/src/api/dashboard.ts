import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  backlogAnswer,
  choicesAnswer,
  dashboardAnswer,
  type EpisodesQuery,
  episodesAnswer,
  reportAnswer,
} from '#contracts/dashboard.ts';
import type { Clock, Dimension } from '#domain/dashboard/metrics.ts';
import { download } from '../shared/download.ts';
import { fetchData, openStream } from './http.ts';

export const dashboardKey = ['dashboard'] as const;

/** What figures are asked for: a number of days or two dates, and what they are narrowed to. */
export type DashboardFilter = {
  readonly days?: number;
  readonly date_from?: string;
  readonly date_to?: string;
  readonly queueId?: string;
  readonly whatsappId?: string;
  readonly tagId?: string;
  readonly userId?: string;
  readonly time?: Clock;
};

/** GET /dashboard. What was shown stays until the next is there. */
export const dashboardQuery = (filter: DashboardFilter) =>
  queryOptions({
    queryKey: [...dashboardKey, 'overview', filter] as const,
    queryFn: ({ signal }) =>
      fetchData({ path: '/dashboard', query: filter, schema: dashboardAnswer, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    // Who is online, and what today is, change without a frame.
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });

export const reportQuery = (filter: DashboardFilter, by: Dimension) =>
  queryOptions({
    queryKey: [...dashboardKey, 'report', filter, by] as const,
    queryFn: ({ signal }) =>
      fetchData({ path: '/dashboard/report', query: { ...filter, by }, schema: reportAnswer, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** What figures can be narrowed to; what is gone too. */
export const choicesQuery = queryOptions({
  queryKey: ['dashboard-choices'] as const,
  queryFn: ({ signal }) => fetchData({ path: '/dashboard/choices', schema: choicesAnswer, signal }),
  staleTime: 60_000,
});

/** GET /dashboard/backlog: at an instant, or at the end of the period, and at the end of each of its days. */
export const backlogQuery = (filter: DashboardFilter, at: string | undefined) =>
  queryOptions({
    queryKey: [...dashboardKey, 'backlog', filter, at] as const,
    queryFn: ({ signal }) =>
      fetchData({ path: '/dashboard/backlog', query: { ...filter, at }, schema: backlogAnswer, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** A figure with its filter, or a part of one. */
export type AskedEpisodes = DashboardFilter & Pick<EpisodesQuery, 'metric'> & FigurePart;
export type FigurePart = Partial<
  Pick<EpisodesQuery, 'by' | 'key' | 'closing' | 'rating' | 'weekday' | 'hour' | 'at'>
>;

/** GET /dashboard/episodes: the rows that a figure is made of, the newest first. */
export const episodesQuery = (asked: AskedEpisodes) =>
  infiniteQueryOptions({
    queryKey: [...dashboardKey, 'episodes', asked] as const,
    queryFn: ({ pageParam, signal }) =>
      fetchData({
        ...{ path: '/dashboard/episodes', query: { ...asked, cursor: pageParam } },
        ...{ schema: episodesAnswer, signal },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });

/** Saves all rows of a figure as a file. Throws ApiError. */
export const exportEpisodes = async (asked: AskedEpisodes, language: string): Promise<void> => {
  const search = new URLSearchParams({ language });
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) search.set(name, String(value));
  const stream = await openStream(`/dashboard/episodes.csv?${search}`, new AbortController().signal);
  download(`dashboard-${asked.metric}.csv`, [await new Response(stream).blob()], 'text/csv');
};
