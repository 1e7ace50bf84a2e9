import { type InfiniteData, type Query, QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { DeliveryView, WebhookView } from '#contracts/webhooks.ts';
import { deliveriesQuery, webhooksQuery } from './webhooks.ts';

type Interval<Data> = number | false | ((query: Query<Data, Error, Data>) => number | false | undefined);

/** How soon it is asked again, with this in the cache. */
const againAfter = <Data>(key: QueryKey, interval: unknown, data: Data | undefined) => {
  const client = new QueryClient();
  const query = client.getQueryCache().build<Data, Error, Data>(client, { queryKey: key });
  if (data !== undefined) client.setQueryData<unknown>(key, data);
  const asked = interval as Interval<Data>;
  return typeof asked === 'function' ? asked(query) : asked;
};

it.each([
  ['nothing waits', [0, 0], 30_000],
  ['a delivery waits', [0, 2], 5_000],
  ['nothing is known yet', undefined, 30_000],
])('asks for endpoints while %s', (_, waiting, soon) => {
  const endpoints = waiting?.map(each => ({ waiting: each }) as WebhookView);
  expect(againAfter(webhooksQuery.queryKey, webhooksQuery.refetchInterval, endpoints)).toBe(soon);
});

it.each([
  ['all are done', ['delivered', 'failed'], 30_000],
  ['one is under way', ['delivered', 'waiting'], 5_000],
] as const)('asks for deliveries while %s', (_, states, soon) => {
  const { queryKey, refetchInterval } = deliveriesQuery('1', undefined);
  const deliveries = states.map(status => ({ status }) as DeliveryView);
  const data: InfiniteData<unknown> = { pages: [{ deliveries }], pageParams: [undefined] };
  expect(againAfter(queryKey, refetchInterval, data)).toBe(soon);
});
