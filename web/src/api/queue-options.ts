import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type QueueOptionView,
  queueOptionsAnswer,
  queueOptionView,
  topParent,
} from '#contracts/queue-options.ts';
import { movedOption, type OptionPlace, type QueueOption } from '#domain/queue-menu/tree.ts';
import { newCommandId } from '../shared/command-id.ts';
import { call, fetchData } from './http.ts';

type Options = readonly QueueOption[];
type Texts = Pick<QueueOption, 'title' | 'message'>;

/** What this page has written itself: what is asked for afterwards knows of it. */
let written = 0;

/** The options of a queue, flat: those of one parent in their order. */
export const queueOptionsQuery = (queueId: string) =>
  queryOptions({
    queryKey: ['queueOptions', queueId] as const,
    queryFn: async ({ signal }): Promise<Options> => {
      const query = { queueId, parentId: topParent };
      const request = { path: '/queue-options', query, schema: queueOptionsAnswer, signal };
      return flat(await fetchData({ ...request, minPosition: written }));
    },
    staleTime: 0,
  });

/** Adds an option behind those of its parent, and answers its id. Throws ApiError. */
export const addQueueOption = async (
  client: QueryClient,
  queueId: string,
  { parentId, ...texts }: Omit<QueueOption, 'id'>,
): Promise<string> => {
  const body = { queueId, parentId: parentId ?? topParent, ...texts };
  const request = { method: 'POST', path: '/queue-options', body, commandId: newCommandId() } as const;
  const { data, position } = await call({ ...request, schema: queueOptionView });
  const added = { id: data.id, parentId, title: data.title, message: data.message };
  show(client, queueId, position, options => [...options.filter(({ id }) => id !== added.id), added]);
  return added.id;
};

/** Changes the texts of an option. Throws ApiError. */
export const changeQueueOption = async (
  client: QueryClient,
  queueId: string,
  { id, ...body }: Texts & Pick<QueueOption, 'id'>,
): Promise<void> => {
  const request = { method: 'PUT', path: `/queue-options/${id}`, body, commandId: newCommandId() } as const;
  const { data, position } = await call({ ...request, schema: queueOptionView });
  const { title, message } = data;
  show(client, queueId, position, options =>
    options.map(each => (each.id === id ? { ...each, title, message } : each)),
  );
};

/** Moves an option with all below it: at once here, and back when it is refused. Throws ApiError. */
export const moveQueueOption = async (
  client: QueryClient,
  queueId: string,
  { id, parentId, place }: OptionPlace & Pick<QueueOption, 'id'>,
): Promise<void> => {
  const { queryKey } = queueOptionsQuery(queueId);
  await client.cancelQueries({ queryKey });
  client.setQueryData<Options>(queryKey, options => options && movedOption(options, id, { parentId, place }));
  const body = { parentId: parentId ?? topParent, option: place };
  const request = { method: 'PUT', path: `/queue-options/${id}`, body, commandId: newCommandId() } as const;
  try {
    show(client, queueId, (await call({ ...request, schema: queueOptionView })).position);
  } catch (error) {
    show(client, queueId, 0);
    throw error;
  }
};

/** Removes an option with all below it. Throws ApiError. */
export const removeQueueOption = async (
  client: QueryClient,
  queueId: string,
  ids: readonly [string, ...string[]],
): Promise<void> => {
  const request = { method: 'DELETE', path: `/queue-options/${ids[0]}`, commandId: newCommandId() } as const;
  const { position } = await call({ ...request, schema: z.unknown() });
  show(client, queueId, position, options => options.filter(({ id }) => !ids.includes(id)));
};

const show = (
  client: QueryClient,
  queueId: string,
  position: number,
  change: (options: Options) => Options = options => options,
): void => {
  written = Math.max(written, position);
  const { queryKey } = queueOptionsQuery(queueId);
  client.setQueryData<Options>(queryKey, options => options && change(options));
  void client.invalidateQueries({ queryKey });
};

const flat = (views: readonly QueueOptionView[]): QueueOption[] =>
  views.flatMap(({ id, parentId, title, message, children }) => [
    { id, parentId: parentId === topParent ? null : String(parentId), title, message },
    ...flat(children),
  ]);
