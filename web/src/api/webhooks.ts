import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type ChangeWebhook,
  type CreateWebhook,
  createdWebhookAnswer,
  type DeliveryState,
  deliveriesAnswer,
  deliveryAnswer,
  newSecretAnswer,
  queuedDeliveryAnswer,
  removedWebhookAnswer,
  resendAnswer,
  webhooksAnswer,
  webhookView,
} from '#contracts/webhooks.ts';
import { newCommandId } from '../shared/command-id.ts';
import { call, fetchData } from './http.ts';

const path = '/webhooks';
const queryKey = ['webhooks'] as const;

/** No frame tells of deliveries: they are asked for often while one is under way, and now and then for new ones. */
const underWayMs = 5_000;
const quietMs = 30_000;
const lookAgain = (isUnderWay: boolean): number => (isUnderWay ? underWayMs : quietMs);

/** The company's endpoints with how they fare, asked anew while they are looked at. */
export const webhooksQuery = queryOptions({
  queryKey: [...queryKey, 'list'],
  queryFn: async ({ signal }) => (await fetchData({ path, schema: webhooksAnswer, signal })).webhooks,
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => lookAgain(state.data?.some(({ waiting }) => waiting > 0) ?? false),
});

/** What was sent to one of them, the newest first. */
export const deliveriesQuery = (id: string, status: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...queryKey, id, 'deliveries', status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      fetchData({
        path: `${path}/${id}/deliveries`,
        query: { status, cursor: pageParam },
        ...{ schema: deliveriesAnswer, signal },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      lookAgain(
        state.data?.pages.some(({ deliveries }) => deliveries.some(({ status: is }) => is === 'waiting')) ??
          false,
      ),
  });

/** One delivery with what is sent and what was answered. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...queryKey, id, 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      fetchData({ path: `${path}/${id}/deliveries/${deliveryId}`, schema: deliveryAnswer, signal }),
    staleTime: 0,
  });

/** What was done is done, whether or not it can be shown just now. */
const reload = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey }).catch(() => undefined);

/** Answers the secret, which is never answered again. The same command id makes no second endpoint. */
export const createWebhook = async (
  client: QueryClient,
  { body, commandId }: { readonly body: CreateWebhook; readonly commandId: string },
): Promise<string> => {
  const asked = { method: 'POST', path, body, commandId, schema: createdWebhookAnswer } as const;
  const { data } = await call(asked);
  void reload(client);
  return data.newSecret;
};

export const changeWebhook = async (client: QueryClient, id: string, body: ChangeWebhook): Promise<void> => {
  const commandId = newCommandId();
  await call({ method: 'PUT', path: `${path}/${id}`, body, commandId, schema: webhookView });
  await reload(client);
};

export const removeWebhook = async (client: QueryClient, id: string): Promise<void> => {
  const commandId = newCommandId();
  await call({ method: 'DELETE', path: `${path}/${id}`, commandId, schema: removedWebhookAnswer });
  await reload(client);
};

/** Another secret, shown this once; the one before signs for a day more. */
export const renewWebhookSecret = async (
  client: QueryClient,
  id: string,
  endPrevious: boolean,
): Promise<string> => {
  const commandId = newCommandId();
  const { data } = await call({
    ...{ method: 'POST', path: `${path}/${id}/secret`, commandId, schema: newSecretAnswer },
    body: { endPrevious },
  });
  void reload(client);
  return data.newSecret;
};

export const testWebhook = async (client: QueryClient, id: string): Promise<void> => {
  await fetchData({ method: 'POST', path: `${path}/${id}/test`, schema: queuedDeliveryAnswer });
  await reload(client);
};

export const resendDelivery = async (client: QueryClient, id: string, deliveryId: string): Promise<void> => {
  const one = `${path}/${id}/deliveries/${deliveryId}/resend`;
  await fetchData({ method: 'POST', path: one, schema: queuedDeliveryAnswer });
  await reload(client);
};

/** Sends what happened in a period once more; answers how many deliveries that are. */
export const resendPeriod = async (
  client: QueryClient,
  id: string,
  body: { readonly from: string; readonly until: string; readonly status: 'undelivered' | 'all' },
): Promise<number> => {
  const answer = await fetchData({
    method: 'POST',
    path: `${path}/${id}/resend`,
    body,
    schema: resendAnswer,
  });
  await reload(client);
  return answer.count;
};
