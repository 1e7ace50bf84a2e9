import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { AuditFilter } from '#contracts/audit.ts';
import { earliestTime } from '#domain/shared/time.ts';
import { auditQuery } from '../../api/audit.ts';

/** The entries that are looked for, as far as they are loaded, with the names that stand in them. */
export const useEntries = (filter: AuditFilter, isAsked: boolean) => {
  const query = useInfiniteQuery({
    ...auditQuery(filter),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const entries = useMemo(() => data?.pages.flatMap(page => page.entries) ?? [], [data]);
  const names = useMemo(
    () => new Map(data?.pages.flatMap(page => page.names.map(name => [name.id, name] as const)) ?? []),
    [data],
  );
  const last = data?.pages.at(-1);
  const goOn = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    ...{ entries, names, goOn, hasMore: hasNextPage },
    /** Where news begin: nothing at all is older than everything. */
    newest: query.isPlaceholderData || !data ? undefined : (entries[0]?.cursor ?? `${earliestTime}_0`),
    namesFound: last?.namesFound ?? null,
    searchedTo: last?.searchedTo ?? null,
    isOffline: query.isPending && query.fetchStatus === 'paused',
    isPending: query.isPending,
    isBusy: isFetching && entries.length > 0,
    error: entries.length === 0 || isFetchNextPageError ? query.error : null,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : query.refetch()),
    /** A page that was cut short, or failed, is gone on from by hand. */
    goesOnByItself: hasNextPage && !last?.searchedTo && !isFetchNextPageError,
  };
};
export type FoundEntries = ReturnType<typeof useEntries>;
