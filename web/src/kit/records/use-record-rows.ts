import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type RecordRow, type RecordSource, recordRowsQuery } from '../../api/record-rows.ts';

/** Specification, core, section 9. */
const searchDelayMs = 500;
const longestSearch = 200;

/** The rows of a record that have what is typed, as far as they are loaded. */
export const useRecordRows = <Row extends RecordRow>(source: RecordSource<Row>) => {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().slice(0, longestSearch);
  const [settled] = useDebouncedValue(wanted, searchDelayMs);
  const search = wanted === '' ? '' : settled;
  const query = useInfiniteQuery({
    ...recordRowsQuery(source, search),
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const rows = useMemo(() => eachOnce(data?.pages.flatMap(page => page.rows) ?? []), [data]);
  const loadOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    ...{ typed, setTyped, search, rows, loadOn },
    count: data?.pages.at(-1)?.count ?? 0,
    /** Nothing is known yet, and nothing can be: the browser says that there is no network. */
    isOffline: query.isPending && query.fetchStatus === 'paused',
    isPending: query.isPending,
    /** What is shown is of another search, or the next page is on its way. */
    isBusy: query.isPlaceholderData || query.isFetchingNextPage || wanted !== search,
    isSettled: wanted === search && !query.isPlaceholderData,
    error: rows.length === 0 || isFetchNextPageError ? query.error : null,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : query.refetch()),
  };
};

/** What was made or removed between two pages moves rows from one to the other. */
const eachOnce = <Row extends RecordRow>(rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map(row => [row.id, row])).values(),
];
