import { page } from 'vitest/browser';
import { connectionsAnswer } from '#contracts/connections.ts';
import {
  type DeliveryView,
  deliveriesAnswer,
  type WebhookView,
  webhooksAnswer,
} from '#contracts/webhooks.ts';
import { fakeNetwork } from '../../../../testing/network.ts';
import { stage, uuid } from '../../../../testing/stage.tsx';
import { WebhooksPage } from '../../webhooks-page.tsx';

export const newSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
export const at = '2026-11-23T12:00:00.000Z';
export const webhook = (n: number, more: Partial<WebhookView> = {}): WebhookView => ({
  ...{ id: uuid(n), url: `https://loja-${n}.example.com/balcao`, events: ['message.received'] },
  ...{ payload: 'thin', description: `Loja ${n}`, enabled: true, connectionIds: null, disabledReason: null },
  ...{ secret: { ending: '••••••••GKYo', previousUntil: null }, failingSince: null, lastSuccessAt: at },
  ...{ heldUntil: null, waiting: 0, createdAt: at },
  ...more,
});
export const delivery = (n: number, more: Partial<DeliveryView> = {}): DeliveryView => ({
  ...{ id: uuid(n), type: 'message.received', sequence: n, status: 'delivered', happenedAt: at, tries: 1 },
  ...{ lastTryAt: at, answered: 200, milliseconds: 41, problem: null },
  ...{ reason: null, nextTryAt: null },
  ...more,
});
export const failed = delivery(21, { status: 'failed', tries: 10, answered: null, problem: 'timeout' });

/** A server with one webhook, the third, and three deliveries; a test changes what there is. */
export const webhooksServer = () => {
  const network = fakeNetwork();
  const there = {
    webhooks: [webhook(3)],
    deliveries: [
      delivery(20),
      failed,
      delivery(22, { type: 'ticket.closed', status: 'waiting', nextTryAt: at }),
    ],
  };
  network.answer({
    ...{ method: 'GET', path: '/webhooks', schema: webhooksAnswer },
    answer: () => ({ webhooks: there.webhooks }),
  });
  network.answer({ method: 'GET', path: '/whatsapp/', schema: connectionsAnswer, answer: () => [] });
  network.answer({
    ...{ method: 'GET', path: `/webhooks/${uuid(3)}/deliveries`, schema: deliveriesAnswer },
    answer: ({ query }) => {
      const status = query.get('status');
      const found = there.deliveries.filter(each => !status || each.status === status);
      return { deliveries: found, hasMore: false, nextCursor: null };
    },
  });
  type Options = Parameters<typeof stage>[2];
  const open = (options: Options = {}) =>
    stage(network, <WebhooksPage />, { address: '/messages-api/webhooks', width: 1440, ...options });
  return {
    network,
    there,
    open,
    openDeliveries: (options: Options = {}) =>
      open({ address: `/messages-api/webhooks?webhook=${uuid(3)}`, ...options }),
  };
};
export type WebhooksServer = ReturnType<typeof webhooksServer>;

export const button = (name: string) => page.getByRole('button', { name, exact: true });
