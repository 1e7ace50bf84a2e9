import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { webhooksQuery } from '../../api/webhooks.ts';
import { DeliveriesView } from './webhooks/deliveries-view.tsx';
import { EndpointList } from './webhooks/endpoint-list.tsx';

/** Where the company is told of what happens: its endpoints, or what was sent to the one that the address names. */
export const WebhooksPage = () => {
  const [params, setParams] = useSearchParams();
  const { data } = useQuery(webhooksQuery);
  const shown = data?.find(({ id }) => id === params.get('webhook'));
  if (shown) return <DeliveriesView webhook={shown} onBack={() => setParams({})} />;
  return <EndpointList onOpen={id => setParams({ webhook: id })} />;
};
