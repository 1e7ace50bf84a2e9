import { queryOptions } from '@tanstack/react-query';
import { sliceAnswer } from '#contracts/replay-player.ts';
import { dayOf } from '#domain/shared/calendar.ts';
import { companyZone } from '../shared/company-zone.ts';
import { fetchData } from './http.ts';

export type PlayedDays = { readonly from: string; readonly to: string };

/** GET /replay/slice: what a period was, to be played. What is over does not change by itself, and is read once. */
export const sliceQuery = (days: PlayedDays | undefined) =>
  queryOptions({
    queryKey: ['replay', 'slice', days] as const,
    queryFn: ({ signal }) =>
      fetchData({ path: '/replay/slice', query: { ...days }, schema: sliceAnswer, signal }),
    enabled: days !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The present day goes on: it is read again when it is opened again.
    gcTime: days && days.to >= dayOf(new Date(), companyZone()) ? 0 : 60_000,
    refetchOnWindowFocus: false,
  });
