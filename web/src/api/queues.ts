import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { queuesAnswer, queueUseAnswer } from '#contracts/http.ts';
import { queueView } from '#contracts/views.ts';
import { queue } from '#domain/records/queue.ts';
import { newCommandId } from '../shared/command-id.ts';
import { plain } from '../shared/plain-text.ts';
import { fetchData } from './http.ts';
import { recordKey } from './record-key.ts';
import { listSource, removeRecord } from './record-rows.ts';

export type QueueView = z.output<typeof queueView>;

export const queuesQuery = queryOptions({
  queryKey: recordKey('queue', 'list'),
  queryFn: ({ signal }) => fetchData({ path: '/queue', schema: queuesAnswer, signal }),
});

/** The page of queues. */
export const queueSource = listSource(queue, queueView, ({ name }, search) =>
  plain(name).includes(plain(search)),
);

/** What a queue is part of, as it is now. */
export const queueUseQuery = (id: string) =>
  queryOptions({
    queryKey: recordKey('queue', 'use', id),
    queryFn: ({ signal }) => fetchData({ path: `/queue/${id}/use`, schema: queueUseAnswer, signal }),
    staleTime: 0,
  });

/** Removes a queue; its tickets go to another, or to none. Throws ApiError. */
export const removeQueue = (client: QueryClient, id: string, successorId: string | null): Promise<void> =>
  removeRecord(client, queue, {
    ...{ id, commandId: newCommandId() },
    ...(successorId ? { query: { successorId } } : {}),
  });
