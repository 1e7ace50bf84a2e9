import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AuditFilter, auditDetail, auditNews, auditPage } from '#contracts/audit.ts';
import { download } from '../shared/download.ts';
import { auditNewsKey } from './audit-news-key.ts';
import { fetchData, openStream } from './http.ts';

/** What happened, the newest first. It stays as it was loaded: what is new is told of, and loaded when it is asked for. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      fetchData({ path: '/audit', query: { ...filter, cursor: pageParam }, schema: auditPage, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    gcTime: 0,
  });

/** How many there are since the newest that is shown. */
export const auditNewsQuery = (filter: AuditFilter, since: string | undefined) =>
  queryOptions({
    queryKey: [...auditNewsKey, filter, since],
    queryFn: async ({ signal }) =>
      (await fetchData({ path: '/audit/news', query: { ...filter, since }, schema: auditNews, signal }))
        .count,
    enabled: since !== undefined,
    initialData: 0,
    gcTime: 0,
  });

/** An entry with its event, what it changed, what caused it and what it caused. It never changes, but for what it causes. */
export const auditEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit-entry', id],
    queryFn: ({ signal }) => fetchData({ path: `/audit/${id}`, schema: auditDetail, signal }),
    staleTime: 0,
  });

/** Saves what is found as a file. Throws ApiError. */
export const exportAudit = async (
  filter: AuditFilter,
  format: 'csv' | 'jsonl',
  language: string,
): Promise<void> => {
  const search = new URLSearchParams({ format, language });
  for (const [name, value] of Object.entries(filter)) if (value) search.set(name, value);
  const stream = await openStream(`/audit/export?${search}`, new AbortController().signal);
  const type = format === 'csv' ? 'text/csv' : 'application/jsonl';
  download(`auditoria.${format}`, [await new Response(stream).blob()], type);
};
