import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type TagRef, tagListAnswer, tagRef, tagView } from '#contracts/tags.ts';
import { tag } from '#domain/records/tag.ts';
import { call, fetchData } from './http.ts';
import { recordKey } from './record-key.ts';
import { recordSource } from './record-rows.ts';

/** The page of tags. */
export const tagSource = recordSource(tag, tagView);

/** Every tag of the company, by name. */
export const tagListQuery = queryOptions({
  queryKey: recordKey('tag', 'list'),
  queryFn: ({ signal }) => fetchData({ path: '/tags/list', schema: tagListAnswer, signal }),
  staleTime: 0,
});

/** Makes a tag; the list is asked for anew. */
export const createTag = async (
  client: QueryClient,
  tag: { readonly name: string; readonly color: string },
  commandId: string,
): Promise<TagRef> => {
  const made = await fetchData({ method: 'POST', path: '/tags', body: tag, commandId, schema: tagRef });
  void client.invalidateQueries({ queryKey: recordKey('tag') });
  return made;
};

/** The ticket has these tags from now on, and no others. Answers the log position at which they show. */
export const syncTags = async (ticketId: string, tagIds: readonly string[]): Promise<number> => {
  const body = { ticketId, tags: tagIds.map(id => ({ id })) };
  return (await call({ method: 'POST', path: '/tags/sync', body, schema: z.unknown() })).position;
};
