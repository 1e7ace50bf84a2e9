import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiKeysAnswer, type CreateApiKey, createApiKeyAnswer } from '#contracts/api-keys.ts';
import { commandAnswer } from '#contracts/http.ts';
import { call, fetchData } from './http.ts';

const list = { path: '/api-keys', schema: apiKeysAnswer };

/** The company's keys, with when each was last used: asked anew whenever they are looked at. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => fetchData({ ...list, signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

const reload = async (client: QueryClient, minPosition: number): Promise<void> => {
  const { queryKey } = apiKeysQuery;
  await client.cancelQueries({ queryKey });
  // What was done is done, whether or not the list can be had just now.
  const shown = await fetchData({ ...list, minPosition }).catch(() => undefined);
  if (shown) client.setQueryData(queryKey, shown);
  else void client.invalidateQueries({ queryKey });
};

/** Makes a key and answers its token, which is never answered again. The same command id makes no second key. */
export const createApiKey = async (
  client: QueryClient,
  { body, commandId }: { readonly body: CreateApiKey; readonly commandId: string },
): Promise<string> => {
  const { data } = await call({
    ...{ method: 'POST', path: '/api-keys', body, commandId, schema: createApiKeyAnswer },
  });
  await reload(client, data.position);
  return data.token;
};

export const revokeApiKey = async (client: QueryClient, id: string, commandId: string): Promise<void> => {
  const { data } = await call({
    ...{ method: 'DELETE', path: `/api-keys/${id}`, commandId, schema: commandAnswer },
  });
  await reload(client, data.position);
};
